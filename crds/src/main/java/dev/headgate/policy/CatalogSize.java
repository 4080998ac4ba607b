package dev.headgate.policy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;

/**
 * How much room a catalog takes in a snapshot: never less than the bytes of its entries in canonical form, so that a bound on
 * the sum bounds the number of parts.
 */
final class CatalogSize {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** Quotes, colon and comma around an entry, and the words of its key that are no names. */
    private static final long FRAME = 32;

    private CatalogSize() {}

    /** An upper bound of the bytes, and not far from them. */
    static long bytes(Catalog catalog) {
        long head = FRAME + bytes(catalog.namespace()) + bytes(catalog.name());
        // The entry of the catalog itself repeats both names, and names the tenant.
        long sum = 2 * head + FRAME + bytes(catalog.tenant());
        for (Service service : catalog.services()) {
            sum += head + 2 * (FRAME + bytes(service.name()));
            for (Route route : service.routes()) {
                sum += head + bytes(service.name()) + bytes(route.name()) + json(route);
            }
        }
        for (Revision revision : catalog.revisions()) {
            sum += head + bytes(revision.service()) + bytes(revision.name()) + json(revision);
        }
        return sum;
    }

    private static long bytes(String name) {
        return name.getBytes(StandardCharsets.UTF_8).length;
    }

    private static long json(Record value) {
        try {
            return JSON.writeValueAsBytes(value).length;
        } catch (JsonProcessingException e) {
            throw new AssertionError("records of policies can be written", e);
        }
    }
}
