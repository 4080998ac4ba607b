package dev.headgate.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

/**
 * Gives the state directory to the user of the endpoint, for the init container of the chart: a directory that the kubelet makes
 * on the node belongs to root (design page 13, "Network and life of the pod"). Needs to be root, and the capability
 * {@code CHOWN} where the owner differs.
 */
public final class PrepareStateDirectory {
    private PrepareStateDirectory() {}

    /**
     * Does it.
     *
     * @param arguments the directory, and the numbers of user and group
     */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 3) {
            System.err.println("usage: PrepareStateDirectory DIRECTORY UID GID");
            System.exit(2);
        }
        prepare(Path.of(arguments[0]), Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
    }

    static void prepare(Path directory, int user, int group) throws IOException {
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(directory + " is not a directory");
        }
        Map<String, Object> owner = Files.readAttributes(directory, "unix:uid,gid", LinkOption.NOFOLLOW_LINKS);
        if (owner.equals(Map.of("uid", user, "gid", group))) {
            return;
        }
        // While it is still root's: without further capabilities root may do no more to what is another's.
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        Files.setAttribute(directory, "unix:gid", group, LinkOption.NOFOLLOW_LINKS);
        Files.setAttribute(directory, "unix:uid", user, LinkOption.NOFOLLOW_LINKS);
    }
}
