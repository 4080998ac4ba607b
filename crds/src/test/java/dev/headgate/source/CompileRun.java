package dev.headgate.source;

import java.io.PrintWriter;
import java.io.StringWriter;

/** One run of {@code headgate compile}. */
record CompileRun(int exitCode, String out, String err) {
    static CompileRun of(String... args) {
        var out = new StringWriter();
        var err = new StringWriter();
        int exitCode = CompileCommand.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args);
        return new CompileRun(exitCode, out.toString(), err.toString());
    }
}
