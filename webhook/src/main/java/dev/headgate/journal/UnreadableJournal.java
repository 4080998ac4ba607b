package dev.headgate.journal;

/**
 * A journal that must not be started from: something that was on stable storage is not there any more, or it is of a newer
 * version. The message says what, where, and what to do; nothing on the disk was changed.
 */
public final class UnreadableJournal extends Exception {
    private static final long serialVersionUID = 1;

    UnreadableJournal(String message) {
        super(message);
    }
}
