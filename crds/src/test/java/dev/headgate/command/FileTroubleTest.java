package dev.headgate.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileTroubleTest {
    @TempDir
    Path folder;

    @Test
    void aFileThatIsNotThereIsNamedAndSaidToBeMissing() {
        Path file = folder.resolve("nothing");

        IOException trouble = catchThrowableOfType(IOException.class, () -> Files.readString(file));

        assertThat(FileTrouble.withName(trouble)).isEqualTo(file + ": there is no such file or directory");
    }

    @Test
    void aFileInPlaceOfADirectoryIsSaidToBeNone() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));

        IOException trouble = catchThrowableOfType(IOException.class, () -> Files.createDirectories(file));

        assertThat(FileTrouble.withName(trouble)).isEqualTo(file + ": something is there already that is no directory");
        assertThat(FileTrouble.of(new NotDirectoryException("x"))).isEqualTo("it is no directory");
    }

    @Test
    void wordsOfTheSystemArePassedOn() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));

        IOException trouble = catchThrowableOfType(IOException.class, () -> Files.readString(file.resolve("below")));

        assertThat(FileTrouble.withName(trouble)).isEqualTo(file.resolve("below") + ": Not a directory");
    }

    @Test
    void troubleWithoutWordsIsNamedByItsKind() {
        assertThat(FileTrouble.withName(new IOException())).isEqualTo("IOException");
        assertThat(FileTrouble.withName(new IOException("the disk is full"))).isEqualTo("the disk is full");
    }
}
