package dev.headgate.command;

import java.io.PrintWriter;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** How the commands of {@code bin/headgate} read their options and what they say to wrong use. */
public final class CommandLines {
    private CommandLines() {}

    /**
     * The line of a command of picocli, whose options can also come from environment variables: {@code --state-dir} from
     * {@code HEADGATE_STATE_DIR}, a flag before a variable. Wrong use is answered with what is wrong and where the options are listed,
     * and exit code 2; the whole list would push the answer off the screen.
     */
    public static CommandLine of(Object command, Map<String, String> environment) {
        CommandLine line = new CommandLine(command);
        line.setDefaultValueProvider(new EnvironmentDefaults(Map.copyOf(environment)));
        line.setParameterExceptionHandler((wrong, _) -> answer(wrong));
        return line;
    }

    private static int answer(ParameterException wrong) {
        CommandLine line = wrong.getCommandLine();
        PrintWriter err = line.getErr();
        String name = line.getCommandSpec().qualifiedName();
        err.println(name + ": " + wrong.getMessage());
        UnmatchedArgumentException.printSuggestions(wrong, err);
        err.println("'" + name + " --help' lists the options; each can also be an environment variable.");
        err.flush();
        return CommandLine.ExitCode.USAGE;
    }
}
