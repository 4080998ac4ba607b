package dev.headgate.identity;

import dev.headgate.command.FileTrouble;
import dev.headgate.policy.Subject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

/**
 * Bearer tokens that a node standing alone has in its own configuration. The file holds their SHA-256 and never a token
 * (design page 6): a line {@code name: <64 hex digits>} each, {@code #} for comments. At most {@link #MAX_TOKENS}.
 */
public final class StaticTokens implements Authenticator {
    static final int MAX_TOKENS = 1024;
    static final int MAX_FILE_BYTES = 256 * 1024;
    /** A longer token is refused unread. */
    static final int MAX_TOKEN_CHARS = 8192;

    private static final Pattern LINE = Pattern.compile("([A-Za-z0-9][A-Za-z0-9._-]{0,62}):\\s*([0-9a-fA-F]{64})");

    private final List<Entry> entries;
    private final Administrators administrators;

    private StaticTokens(List<Entry> entries, Administrators administrators) {
        this.entries = List.copyOf(entries);
        this.administrators = administrators;
    }

    /** What became of a file. */
    public sealed interface Reading {
        /** All of it is well formed. */
        record Read(StaticTokens tokens) implements Reading {}

        /**
         * Nothing of it is used.
         *
         * @param line counted from 1, or 0 for the file as a whole
         * @param what is wrong, without the line's content
         */
        record Malformed(int line, String what) implements Reading {}
    }

    /** Reads a file of tokens. */
    public static Reading read(Path file, Administrators administrators) {
        List<String> lines;
        try (var in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_FILE_BYTES + 1);
            if (bytes.length > MAX_FILE_BYTES) {
                return new Reading.Malformed(0, "is larger than " + MAX_FILE_BYTES + " bytes");
            }
            lines = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString()
                    .lines()
                    .toList();
        } catch (CharacterCodingException _) {
            return new Reading.Malformed(0, "is not UTF-8");
        } catch (IOException failure) {
            return new Reading.Malformed(0, "cannot be read: " + FileTrouble.of(failure));
        }
        return parse(lines, administrators);
    }

    private static Reading parse(List<String> lines, Administrators administrators) {
        List<Entry> entries = new ArrayList<>();
        Set<String> names = new HashSet<>();
        Set<String> hashes = new HashSet<>();
        for (int index = 0; index < lines.size(); index++) {
            String line = lines.get(index).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            var match = LINE.matcher(line);
            if (!match.matches()) {
                return new Reading.Malformed(
                        index + 1, "must be NAME: SHA256, a name of letters, digits, '.', '_', '-', and 64 hex digits");
            }
            String name = match.group(1);
            String hash = match.group(2).toLowerCase(Locale.ROOT);
            if (!names.add(name)) {
                return new Reading.Malformed(index + 1, "repeats a name");
            }
            if (!hashes.add(hash)) {
                return new Reading.Malformed(index + 1, "repeats the token of another name");
            }
            if (entries.size() == MAX_TOKENS) {
                return new Reading.Malformed(index + 1, "is beyond the " + MAX_TOKENS + " tokens that are allowed");
            }
            entries.add(new Entry(new Subject.StaticToken(name), TokenHash.ofHex(hash)));
        }
        return new Reading.Read(new StaticTokens(entries, administrators));
    }

    @Override
    public CompletableFuture<Authentication> authenticate(Credentials credentials) {
        String token = credentials.bearerToken();
        if (token == null) {
            return Answers.MISSING;
        }
        if (token.length() > MAX_TOKEN_CHARS) {
            return Answers.INVALID;
        }
        TokenHash hash = TokenHash.of(token);
        Subject found = null;
        // Every entry is compared, each in constant time: how long it takes says nothing of which one came close.
        for (Entry entry : entries) {
            if (entry.hash.matches(hash)) {
                found = entry.subject;
            }
        }
        if (found == null) {
            return Answers.INVALID;
        }
        Subject subject = found;
        return administrators.includes(subject).thenCompose(yes -> Answers.known(subject, yes, Map.of()));
    }

    private record Entry(Subject subject, TokenHash hash) {}
}
