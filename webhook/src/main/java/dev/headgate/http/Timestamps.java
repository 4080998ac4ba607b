package dev.headgate.http;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** Moments as RFC 3339 writes them; read with any zone, written in UTC with milliseconds. */
final class Timestamps {
    /** What {@link #parseMillis} answers for text that is no moment. */
    static final long MALFORMED = Long.MIN_VALUE;

    private static final long DAY = 86_400_000;

    private Timestamps() {}

    /** Milliseconds since 1970 in UTC, fractions of one cut off, or {@link #MALFORMED}. */
    static long parseMillis(String text) {
        if (text.length() < 20 || text.length() > 35 || !hasShape(text)) {
            return MALFORMED;
        }
        int at = 19;
        int millis = 0;
        if (text.charAt(at) == '.') {
            int start = ++at;
            while (at < text.length() && isDigit(text.charAt(at))) {
                if (at - start < 3) {
                    millis = millis * 10 + (text.charAt(at) - '0');
                }
                at++;
            }
            if (at == start) {
                return MALFORMED;
            }
            for (int digits = at - start; digits < 3; digits++) {
                millis *= 10;
            }
        }
        long offset = offsetMinutes(text, at);
        if (offset == MALFORMED) {
            return MALFORMED;
        }
        try {
            long local = LocalDateTime.of(
                            number(text, 0, 4),
                            number(text, 5, 2),
                            number(text, 8, 2),
                            number(text, 11, 2),
                            number(text, 14, 2),
                            number(text, 17, 2))
                    .toEpochSecond(ZoneOffset.UTC);
            return (local - offset * 60) * 1_000 + millis;
        } catch (DateTimeException _) {
            return MALFORMED;
        }
    }

    private static boolean hasShape(String text) {
        String shape = "dddd-dd-ddTdd:dd:dd";
        for (int i = 0; i < shape.length(); i++) {
            char want = shape.charAt(i);
            char is = text.charAt(i);
            if (want == 'd' ? !isDigit(is) : want == 'T' ? is != 'T' && is != 't' : is != want) {
                return false;
            }
        }
        return true;
    }

    private static long offsetMinutes(String text, int at) {
        int left = text.length() - at;
        if (left == 1 && (text.charAt(at) == 'Z' || text.charAt(at) == 'z')) {
            return 0;
        }
        if (left != 6
                || (text.charAt(at) != '+' && text.charAt(at) != '-')
                || text.charAt(at + 3) != ':'
                || !areDigits(text, at + 1, 2)
                || !areDigits(text, at + 4, 2)) {
            return MALFORMED;
        }
        int hours = number(text, at + 1, 2);
        int minutes = number(text, at + 4, 2);
        if (hours > 23 || minutes > 59) {
            return MALFORMED;
        }
        return (text.charAt(at) == '-' ? -1L : 1L) * (hours * 60L + minutes);
    }

    private static boolean areDigits(String text, int from, int count) {
        for (int i = from; i < from + count; i++) {
            if (!isDigit(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isDigit(char character) {
        return character >= '0' && character <= '9';
    }

    private static int number(String text, int from, int count) {
        int number = 0;
        for (int i = from; i < from + count; i++) {
            number = number * 10 + (text.charAt(i) - '0');
        }
        return number;
    }

    /**
     * The text of a moment. Written by hand, since a formatter of the JDK costs more than the rest of an answer; the civil
     * date comes from the day count by the algorithm that {@link java.time.LocalDate#ofEpochDay} uses too.
     */
    static String format(long unixMillis) {
        long day = Math.floorDiv(unixMillis, DAY);
        int ofDay = (int) Math.floorMod(unixMillis, DAY);
        long shifted = day + 719_468;
        long era = Math.floorDiv(shifted, 146_097L);
        int ofEra = (int) Math.floorMod(shifted, 146_097L);
        int yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365;
        int ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        int monthFromMarch = (5 * ofYear + 2) / 153;
        int month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
        int year = Math.toIntExact(yearOfEra + era * 400 + (month <= 2 ? 1 : 0));
        byte[] text = new byte[24];
        put(text, 0, 4, year);
        text[4] = '-';
        put(text, 5, 2, month);
        text[7] = '-';
        put(text, 8, 2, ofYear - (153 * monthFromMarch + 2) / 5 + 1);
        text[10] = 'T';
        put(text, 11, 2, ofDay / 3_600_000);
        text[13] = ':';
        put(text, 14, 2, ofDay / 60_000 % 60);
        text[16] = ':';
        put(text, 17, 2, ofDay / 1_000 % 60);
        text[19] = '.';
        put(text, 20, 3, ofDay % 1_000);
        text[23] = 'Z';
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    private static void put(byte[] text, int from, int count, int number) {
        int left = number;
        for (int i = from + count - 1; i >= from; i--) {
            text[i] = (byte) ('0' + left % 10);
            left /= 10;
        }
    }
}
