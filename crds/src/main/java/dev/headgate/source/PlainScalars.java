package dev.headgate.source;

import java.util.regex.Pattern;

/**
 * What kubectl makes of a scalar without quotes. It reads YAML 1.1, where much that looks like text or like a number is
 * something else; such scalars are refused, so that a file means the same here and there.
 */
final class PlainScalars {
    private static final Pattern INTEGER = Pattern.compile("0|-?[1-9][0-9]{0,18}");
    private static final Pattern NULL = Pattern.compile("|~|null|Null|NULL");
    private static final Pattern BOOLEAN =
            Pattern.compile("y|Y|n|N|yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF");
    private static final Pattern NUMBER_LIKE = Pattern.compile(
            "[-+]?(\\.?[0-9][0-9_,.]*([eE][-+]?[0-9]+)?|0[xXoObB][0-9a-fA-F_]+|\\.(inf|Inf|INF))|\\.(nan|NaN|NAN)");
    private static final Pattern SEXAGESIMAL = Pattern.compile("[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\\.[0-9_]*)?");
    private static final Pattern TIMESTAMP = Pattern.compile("[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt ].*)?");

    private PlainScalars() {}

    enum Meaning {
        TEXT,
        INTEGER,
        NULL,
        /** Something that YAML 1.1 and people read differently. */
        AMBIGUOUS
    }

    static Meaning of(String text) {
        if (INTEGER.matcher(text).matches()) {
            return Meaning.INTEGER;
        }
        if (NULL.matcher(text).matches()) {
            return Meaning.NULL;
        }
        boolean ambiguous = text.equals("=")
                || text.equals("<<")
                || BOOLEAN.matcher(text).matches()
                || NUMBER_LIKE.matcher(text).matches()
                || SEXAGESIMAL.matcher(text).matches()
                || TIMESTAMP.matcher(text).matches();
        return ambiguous ? Meaning.AMBIGUOUS : Meaning.TEXT;
    }
}
