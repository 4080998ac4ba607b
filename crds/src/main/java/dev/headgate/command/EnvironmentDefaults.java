package dev.headgate.command;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Options from environment variables of the same names: {@code --state-dir} is {@code HEADGATE_STATE_DIR}. A flag wins over a
 * variable, and a variable over the built-in default.
 */
record EnvironmentDefaults(Map<String, String> environment) implements CommandLine.IDefaultValueProvider {
    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        if (!(argument instanceof OptionSpec option) || option.usageHelp() || option.versionHelp()) {
            return null;
        }
        String value = environment.get("HEADGATE_"
                + option.longestName().substring(2).toUpperCase(Locale.ROOT).replace('-', '_'));
        return value == null || value.isEmpty() ? null : value;
    }
}
