package dev.headgate.http;

import dev.headgate.authority.AdmissionAuthority.PermitQuery;
import dev.headgate.ledger.PermitState;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Query strings, as strict as bodies: unknown and repeated parameters and bad escapes are refused. */
final class Queries {
    private static final int DEFAULT_LIMIT = 100;
    private static final int MAX_LIMIT = 500;
    private static final Set<String> OF_PERMITS = Set.of("tenant", "activationId", "state", "limit", "continue");
    private static final Set<String> OF_QUOTA = Set.of("tenant");

    private Queries() {}

    static Parsed<Command> permits(@Nullable String query) {
        return switch (parameters(query, OF_PERMITS)) {
            case Parsed.Malformed<Map<String, String>>(FormError error) -> new Parsed.Malformed<>(error);
            case Parsed.Read<Map<String, String>>(var given) -> permits(given);
        };
    }

    private static Parsed<Command> permits(Map<String, String> given) {
        int limit = DEFAULT_LIMIT;
        String limitText = given.get("limit");
        if (limitText != null) {
            limit = limitText.matches("[1-9]\\d{0,2}") ? Integer.parseInt(limitText) : 0;
            if (limit < 1 || limit > MAX_LIMIT) {
                return new Parsed.Malformed<>(
                        FormError.at("limit", "The parameter must be an integer from 1 to " + MAX_LIMIT + "."));
            }
        }
        PermitState state = null;
        String stateText = given.get("state");
        if (stateText != null) {
            state = state(stateText);
            if (state == null) {
                return new Parsed.Malformed<>(FormError.at("state", "The parameter must be a state of permits."));
            }
        }
        return new Parsed.Read<>(new Command.ListPermits(
                new PermitQuery(given.get("tenant"), given.get("activationId"), state, limit, given.get("continue"))));
    }

    private static @Nullable PermitState state(String text) {
        for (PermitState state : PermitState.values()) {
            if (state.spelling().equals(text)) {
                return state;
            }
        }
        return null;
    }

    static Parsed<Command> quota(@Nullable String query) {
        return parameters(query, OF_QUOTA).map(given -> new Command.ReadQuota(given.get("tenant")));
    }

    /** For what has no parameters. */
    static Parsed<Command> none(@Nullable String query, Command command) {
        return parameters(query, Set.of()).map(_ -> command);
    }

    private static Parsed<Map<String, String>> parameters(@Nullable String query, Set<String> known) {
        if (query == null || query.isEmpty()) {
            return new Parsed.Read<>(Map.of());
        }
        Map<String, String> parameters = new HashMap<>();
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            if (!known.contains(name)) {
                return new Parsed.Malformed<>(
                        FormError.of(400, "The query has a parameter that this route does not know."));
            }
            String value = decoded(pair.substring(equals < 0 ? pair.length() : equals + 1));
            if (value == null) {
                return new Parsed.Malformed<>(FormError.at(name, "The parameter is not valid percent-encoded UTF-8."));
            }
            if (parameters.put(name, value) != null) {
                return new Parsed.Malformed<>(FormError.at(name, "The parameter is given more than once."));
            }
        }
        return new Parsed.Read<>(parameters);
    }

    private static @Nullable String decoded(String text) {
        ByteBuffer bytes = ByteBuffer.allocate(text.length());
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character == '%') {
                int high = i + 2 <= text.length() - 1 ? Character.digit(text.charAt(i + 1), 16) : -1;
                int low = i + 2 <= text.length() - 1 ? Character.digit(text.charAt(i + 2), 16) : -1;
                if (high < 0 || low < 0) {
                    return null;
                }
                bytes.put((byte) (high << 4 | low));
                i += 2;
            } else if (character > '~' || character <= ' ') {
                return null;
            } else {
                bytes.put((byte) (character == '+' ? ' ' : character));
            }
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
        } catch (CharacterCodingException _) {
            return null;
        }
    }
}
