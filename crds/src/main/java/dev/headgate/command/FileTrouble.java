package dev.headgate.command;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.jspecify.annotations.Nullable;

/** What went wrong with a file, in words: the message of most exceptions of files is the name of the file alone. */
public final class FileTrouble {
    private FileTrouble() {}

    /** The trouble without the file's name, such as {@code there is no such file or directory}. */
    public static String of(IOException trouble) {
        return switch (trouble) {
            case NoSuchFileException _ -> "there is no such file or directory";
            case AccessDeniedException _ -> "access is denied";
            case NotDirectoryException _ -> "it is no directory";
            case FileAlreadyExistsException _ -> "something is there already that is no directory";
            case FileSystemException other -> orName(other.getReason(), other);
            default -> orName(trouble.getMessage(), trouble);
        };
    }

    /** The file's name, where the exception knows it, and the trouble. */
    public static String withName(IOException trouble) {
        return trouble instanceof FileSystemException named && named.getFile() != null
                ? named.getFile() + ": " + of(trouble)
                : of(trouble);
    }

    private static String orName(@Nullable String words, IOException trouble) {
        return words == null || words.isBlank() ? trouble.getClass().getSimpleName() : words;
    }
}
