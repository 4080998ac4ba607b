package dev.headgate.pin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.headgate.admission.Pin;
import dev.headgate.snapshot.Decoded;
import dev.headgate.snapshot.Snapshot.Part;
import dev.headgate.snapshot.SnapshotCodec;
import dev.headgate.state.StateFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a node served last, byte for byte, on its own disk: a node that starts without an API server serves it (design page
 * 5). Everything is verified again when it is read; what is damaged is not served.
 */
public final class LastKnownGood {
    static final String FILE_NAME = "pin.json";
    static final String PARTS_NAME = "parts";
    /** 2,000 parts of 75 bytes, and a history. */
    static final int MAX_FILE_BYTES = 512 * 1024;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final StateFile file;
    private final PartStore parts;

    /**
     * @param stateDirectory of the node, which exists
     */
    public LastKnownGood(Path stateDirectory) {
        this.file = new StateFile(stateDirectory.resolve(FILE_NAME), MAX_FILE_BYTES);
        this.parts = new PartStore(stateDirectory.resolve(PARTS_NAME));
    }

    /** What the disk holds. */
    sealed interface Loaded {
        /** The order of assignments, and nothing to serve. */
        record Nothing(PinRecord record) implements Loaded {}

        /** The pin of before, verified. */
        record Good(PinRecord record, Pin pin) implements Loaded {}

        /**
         * There is something, and it cannot be trusted.
         *
         * @param record what of the order could be read
         */
        record Damaged(PinRecord record, String what) implements Loaded {}
    }

    PartStore parts() {
        return parts;
    }

    Loaded load() {
        PinRecord record;
        try {
            Optional<byte[]> content = file.read();
            if (content.isEmpty()) {
                return new Loaded.Nothing(PinRecord.EMPTY);
            }
            record = JSON.readValue(content.get(), PinRecord.class);
        } catch (IOException failure) {
            return new Loaded.Damaged(
                    PinRecord.EMPTY,
                    FILE_NAME + " cannot be read: " + failure.getClass().getSimpleName());
        }
        PinRecord.Good good = record == null ? null : record.good();
        if (record == null || good == null) {
            return new Loaded.Nothing(record == null ? PinRecord.EMPTY : record);
        }
        List<Part> found = new ArrayList<>();
        for (String digest : good.parts()) {
            Optional<Part> part = parts.read(digest);
            if (part.isEmpty()) {
                return new Loaded.Damaged(record.unpinned(), "a part of the last known good is missing or damaged");
            }
            found.add(part.get());
        }
        return switch (SnapshotCodec.decode(good.schemaVersion(), good.digest(), found)) {
            case Decoded.Policy(var policy) ->
                new Loaded.Good(
                        record, new Pin(good.policy(), good.generation(), good.digest(), policy, good.placement()));
            case Decoded.Refused(var reason, var detail) ->
                new Loaded.Damaged(record.unpinned(), "the last known good is refused: " + reason + ", " + detail);
        };
    }

    /**
     * Makes a record durable, its parts first.
     *
     * @param newParts those of {@code record.good()} that may not be on the disk yet
     * @throws IOException if it is not durable; what was there before then stands
     */
    void store(PinRecord record, List<Part> newParts) throws IOException {
        for (Part part : newParts) {
            parts.write(part);
        }
        byte[] content;
        try {
            content = JSON.writeValueAsBytes(record);
        } catch (JsonProcessingException impossible) {
            throw new AssertionError("a record of names and numbers is always JSON", impossible);
        }
        file.write(content);
        PinRecord.@Nullable Good good = record.good();
        parts.retain(good == null ? java.util.Set.of() : new HashSet<>(good.parts()));
    }
}
