package dev.headgate.http;

import io.netty.channel.Channel;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipalNotFoundException;

/** Unix sockets: the file, and who is at the other end. */
final class UnixSockets {
    /** No peer of a Unix socket. */
    static final long NO_PEER = -1;

    private static final Path OVERFLOW_UID = Path.of("/proc/sys/kernel/overflowuid");
    private static final long DEFAULT_OVERFLOW_UID = 65_534;

    private UnixSockets() {}

    /** The user id of the peer as the kernel noted it when it connected, or {@link #NO_PEER}. */
    static long peerUserId(Channel channel) throws IOException {
        if (channel instanceof EpollDomainSocketChannel unix) {
            return Integer.toUnsignedLong(unix.peerCredentials().uid());
        }
        return NO_PEER;
    }

    /** What the kernel shows instead of a user that this user namespace does not map: it may be anybody. */
    static long overflowUserId() {
        try {
            return Long.parseLong(Files.readString(OVERFLOW_UID).strip());
        } catch (IOException | NumberFormatException _) {
            return DEFAULT_OVERFLOW_UID;
        }
    }

    /** Takes away a socket that an earlier process left; refuses to take away anything else. */
    static void clear(Path path) throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        BasicFileAttributes attributes =
                Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!attributes.isOther()) {
            throw new IOException("cannot listen on " + path + ": there is something that is not a socket");
        }
        Files.delete(path);
    }

    /** Gives the socket its group, then its mode; until then only its owner can connect. */
    static void protect(Listener.Unix listener) throws IOException {
        Path path = listener.path();
        String group = listener.group();
        if (group != null) {
            PosixFileAttributeView view =
                    Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
            view.setGroup(lookUp(path, group));
        }
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(listener.mode()));
    }

    private static GroupPrincipal lookUp(Path path, String group) throws IOException {
        try {
            return path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByGroupName(group);
        } catch (UserPrincipalNotFoundException e) {
            throw new IOException("cannot listen on " + path + ": there is no group " + group, e);
        }
    }
}
