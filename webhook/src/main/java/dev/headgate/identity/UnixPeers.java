package dev.headgate.identity;

import dev.headgate.policy.Subject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

/**
 * The user at the other end of a Unix socket, by its name in {@code /etc/passwd} or as {@code uid:1000}. The overflow user,
 * which stands for everybody that this user namespace cannot name, is refused (design page 13, "Identity").
 *
 * <p>{@code /etc/passwd} is read once: a user that is added later appears as {@code uid:…} until the next start.
 */
public final class UnixPeers implements Authenticator {
    static final long DEFAULT_OVERFLOW_USER = 65534;
    static final int MAX_USERS = 65_536;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.@-]{0,62}\\$?");

    private final Map<Long, String> names;
    private final long overflowUser;
    private final Administrators administrators;

    private UnixPeers(Map<Long, String> names, long overflowUser, Administrators administrators) {
        this.names = names;
        this.overflowUser = overflowUser;
        this.administrators = administrators;
    }

    /**
     * Reads the users of a machine.
     *
     * @param root {@code /}, or a tree that looks like it
     */
    public static UnixPeers of(Path root, Administrators administrators) {
        return new UnixPeers(
                users(root.resolve("etc/passwd")),
                overflowUser(root.resolve("proc/sys/kernel/overflowuid")),
                administrators);
    }

    private static Map<Long, String> users(Path passwd) {
        Map<Long, String> names = new HashMap<>();
        try (var lines = Files.lines(passwd, StandardCharsets.ISO_8859_1)) {
            lines.limit(MAX_USERS).forEach(line -> {
                String[] fields = line.split(":", -1);
                if (fields.length >= 3 && NAME.matcher(fields[0]).matches() && fields[2].matches("[0-9]{1,10}")) {
                    names.putIfAbsent(Long.parseLong(fields[2]), fields[0]);
                }
            });
        } catch (IOException | java.io.UncheckedIOException _) {
            // Without the file every user has a number, and a policy may name that.
            return Map.of();
        }
        return names;
    }

    private static long overflowUser(Path file) {
        try {
            return Long.parseLong(Files.readString(file).strip());
        } catch (IOException | NumberFormatException _) {
            return DEFAULT_OVERFLOW_USER;
        }
    }

    @Override
    public CompletableFuture<Authentication> authenticate(Credentials credentials) {
        long userId = credentials.unixUserId();
        if (userId < 0) {
            return Answers.MISSING;
        }
        if (userId == overflowUser || userId > 0xFFFF_FFFEL) {
            return Answers.INVALID;
        }
        String name = names.get(userId);
        Subject subject = new Subject.UnixUser(name == null ? "uid:" + userId : name);
        return administrators.includes(subject).thenCompose(yes -> Answers.known(subject, yes, Map.of()));
    }
}
