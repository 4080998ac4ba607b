package dev.headgate.http;

import java.util.Locale;
import java.util.Set;

/** Which names callers may use for this node. Any other {@code Host} is a misdirected request, or a rebound DNS name. */
final class Hosts {
    private static final int MAX_LENGTH = 261;

    private final Set<String> allowed;

    Hosts(Set<String> allowed) {
        this.allowed = allowed;
    }

    /** What a {@code Host} header is. */
    enum Verdict {
        ALLOWED,
        MALFORMED,
        UNKNOWN
    }

    Verdict judge(String authority) {
        if (authority.isEmpty() || authority.length() > MAX_LENGTH) {
            return Verdict.MALFORMED;
        }
        int hostEnd;
        if (authority.charAt(0) == '[') {
            hostEnd = authority.indexOf(']') + 1;
        } else {
            int colon = authority.indexOf(':');
            hostEnd = colon < 0 ? authority.length() : colon;
        }
        if (hostEnd == 0 || !isPort(authority, hostEnd)) {
            return Verdict.MALFORMED;
        }
        String host = authority.substring(0, hostEnd).toLowerCase(Locale.ROOT);
        if (!isHost(host)) {
            return Verdict.MALFORMED;
        }
        return isLoopback(host) || allowed.contains(host) || allowed.contains(withoutBrackets(host))
                ? Verdict.ALLOWED
                : Verdict.UNKNOWN;
    }

    private static boolean isPort(String authority, int from) {
        if (from == authority.length()) {
            return true;
        }
        if (authority.charAt(from) != ':' || authority.length() - from > 6) {
            return false;
        }
        for (int i = from + 1; i < authority.length(); i++) {
            if (authority.charAt(i) < '0' || authority.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    private static boolean isHost(String host) {
        boolean bracketed = host.startsWith("[");
        for (int i = 0; i < host.length(); i++) {
            char character = host.charAt(i);
            boolean letterOrDigit = (character >= 'a' && character <= 'z') || (character >= '0' && character <= '9');
            boolean fits = letterOrDigit
                    || character == '.'
                    || (bracketed ? "[]:%-".indexOf(character) >= 0 : character == '-' || character == '_');
            if (!fits) {
                return false;
            }
        }
        return !host.isEmpty();
    }

    private static String withoutBrackets(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    /** Names that only this host can mean; also what arrives through a port-forward or a Unix socket. */
    static boolean isLoopback(String host) {
        return host.equals("localhost") || host.equals("[::1]") || host.matches("127(\\.\\d{1,3}){3}");
    }
}
