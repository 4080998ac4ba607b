package dev.headgate.pin;

import dev.headgate.snapshot.Snapshot.Part;
import dev.headgate.state.StateFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Parts of snapshots on the disk of the node, each in a file that is named by the digest of its exact bytes. */
final class PartStore {
    static final int MAX_PART_BYTES = 50_000;
    private static final Pattern DIGEST = Pattern.compile("sha256:[0-9a-f]{64}");

    private final Path directory;

    PartStore(Path directory) {
        this.directory = directory;
    }

    static boolean isDigest(String digest) {
        return DIGEST.matcher(digest).matches();
    }

    static String digestOf(String content) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
            return "sha256:" + HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("Every Java platform has SHA-256", impossible);
        }
    }

    /** The part of this digest, if the disk has it undamaged. */
    Optional<Part> read(String digest) {
        if (!isDigest(digest)) {
            return Optional.empty();
        }
        try {
            Optional<byte[]> bytes = file(digest).read();
            if (bytes.isEmpty()) {
                return Optional.empty();
            }
            String content = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.get()))
                    .toString();
            return digestOf(content).equals(digest) ? Optional.of(new Part(digest, content)) : Optional.empty();
        } catch (CharacterCodingException _) {
            return Optional.empty();
        } catch (IOException _) {
            // As good as not there: whoever needs it fetches it anew, or says that it is missing.
            return Optional.empty();
        }
    }

    /** Keeps a part whose digest has been verified; on return it is on stable storage. */
    void write(Part part) throws IOException {
        Files.createDirectories(directory);
        if (read(part.digest()).isEmpty()) {
            file(part.digest()).write(part.content().getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Takes away every file that is none of these parts. */
    void retain(Set<String> digests) {
        try (var files = Files.list(directory)) {
            for (Path path : files.toList()) {
                String name = path.getFileName().toString();
                boolean kept = name.endsWith(".json")
                        && digests.contains("sha256:" + name.substring(0, name.length() - ".json".length()));
                if (!kept) {
                    Files.deleteIfExists(path);
                }
            }
        } catch (IOException _) {
            // What stays costs a little disk, and the next change tries again.
        }
    }

    private StateFile file(String digest) {
        return new StateFile(directory.resolve(digest.substring("sha256:".length()) + ".json"), MAX_PART_BYTES);
    }
}
