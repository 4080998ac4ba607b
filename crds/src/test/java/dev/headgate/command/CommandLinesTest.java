package dev.headgate.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

class CommandLinesTest {
    @Command(name = "headgate try", versionProvider = Version.class, mixinStandardHelpOptions = true)
    static final class TestingCommand implements Callable<Integer> {
        @Option(names = "--state-dir", defaultValue = "built-in")
        private String stateDirectory = "";

        @Option(names = "--count")
        private int count;

        @Override
        public Integer call() {
            return count;
        }
    }

    private final TestingCommand command = new TestingCommand();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(Map<String, String> environment, String... arguments) {
        CommandLine line = CommandLines.of(command, environment);
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        return line.execute(arguments);
    }

    @Test
    void aFlagWinsOverAVariableAndAVariableOverTheDefault() {
        run(Map.of("HEADGATE_STATE_DIR", "from-environment"), "--state-dir", "from-flag");
        assertThat(command.stateDirectory).isEqualTo("from-flag");

        run(Map.of("HEADGATE_STATE_DIR", "from-environment"));
        assertThat(command.stateDirectory).isEqualTo("from-environment");

        run(Map.of("HEADGATE_STATE_DIR", ""));
        assertThat(command.stateDirectory).isEqualTo("built-in");
    }

    @Test
    void wrongUseIsAnsweredInTwoLinesThatStandAlone() {
        int exitCode = run(Map.of(), "--count", "many");

        assertThat(exitCode).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString().lines())
                .containsExactly(
                        "headgate try: Invalid value for option '--count': 'many' is not an int",
                        "'headgate try --help' lists the options; each can also be an environment variable.");
    }

    @Test
    void anOptionThatIsMisspeltIsAnsweredWithTheOneThatWasMeant() {
        run(Map.of(), "--state-dri", "x");

        assertThat(err.toString()).contains("Unknown option", "Possible solutions: --state-dir");
    }

    @Test
    void aCommandSaysItsVersion() {
        assertThat(run(Map.of(), "--version")).isZero();
        assertThat(out.toString()).startsWith("headgate ").contains(", Java ");
    }
}
