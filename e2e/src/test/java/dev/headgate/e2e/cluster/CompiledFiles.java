package dev.headgate.e2e.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What {@code headgate compile} says of files of this checkout, as a person or a Git hook runs it. */
final class CompiledFiles {
    private static final ObjectMapper JSON = new ObjectMapper();

    private CompiledFiles() {}

    /** The digest of the only policy there. */
    static String digest(ControlPlane plane, Path pathInCheckout) {
        Path root = Checkout.root();
        var command = List.of(
                root.resolve("bin/headgate").toString(),
                "compile",
                "--output",
                "json",
                root.resolve(pathInCheckout).toString());
        String out = CommandResult.run(plane.folder(), Map.of(), "", command).orThrow();
        try {
            return JSON.readTree(out).at("/policies/0/digest").asText();
        } catch (JsonProcessingException e) {
            throw new AssertionError(out, e);
        }
    }
}
