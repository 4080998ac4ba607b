package dev.headgate.e2e.readme;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * One command of a {@code console} block and the output that is shown below it. In shown output, {@code …} stands for anything.
 *
 * @param command what follows the prompt
 * @param shown the lines up to the next prompt; empty where the document shows nothing, and then anything may come
 */
record ConsoleBlock(String command, String shown) {

    /** The commands of all {@code console} blocks of a document, in order. */
    static List<ConsoleBlock> of(String markdown) {
        List<ConsoleBlock> commands = new ArrayList<>();
        String command = "";
        StringBuilder shown = new StringBuilder();
        boolean inside = false;
        for (String line : markdown.split("\n", -1)) {
            boolean prompt = inside && line.startsWith("$ ");
            boolean end = inside && line.startsWith("```");
            if ((prompt || end) && !command.isEmpty()) {
                commands.add(new ConsoleBlock(command, shown.toString().strip()));
                command = "";
            }
            if (prompt) {
                command = line.substring(2);
                shown.setLength(0);
            } else if (inside && !end) {
                shown.append(line).append('\n');
            }
            inside = end ? false : inside || line.equals("```console");
        }
        return List.copyOf(commands);
    }

    /** Whether output is what the document shows. */
    boolean matches(String output) {
        if (shown.isEmpty()) {
            return true;
        }
        StringBuilder pattern = new StringBuilder();
        for (String literal : shown.split("…", -1)) {
            if (!pattern.isEmpty()) {
                pattern.append(".*");
            }
            pattern.append(Pattern.quote(literal));
        }
        return Pattern.compile(pattern.toString(), Pattern.DOTALL)
                .matcher(output.strip())
                .matches();
    }
}
