package dev.headgate.command;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The version that the build wrote into the jar of a command. */
public final class Version implements IVersionProvider {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it calls
    private CommandSpec spec;

    /** The version of the jar that holds a class; {@code unpackaged} where it is in none. */
    public static String of(Class<?> type) {
        @Nullable String version = type.getPackage().getImplementationVersion();
        return version == null ? "unpackaged" : version;
    }

    @Override
    public String[] getVersion() {
        return new String[] {
            "headgate " + of(spec.userObject().getClass()) + ", Java "
                    + Runtime.version().feature()
        };
    }
}
