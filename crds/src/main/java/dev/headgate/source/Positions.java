package dev.headgate.source;

import dev.headgate.policy.Finding;
import java.util.Map;

/**
 * Where the fields of one document stand.
 *
 * @param file the file it came from
 * @param line its first line
 * @param lines the line of each field by its path
 */
public record Positions(String file, int line, Map<String, Integer> lines) {
    public Positions {
        lines = Map.copyOf(lines);
    }

    /** The finding with file and line: those of the field, or of the nearest one around it that was written. */
    public SourceFinding locate(Finding finding) {
        String path = finding.path();
        while (!path.isEmpty()) {
            Integer found = lines.get(path);
            if (found != null) {
                return at(found, finding);
            }
            path = parent(path);
        }
        return at(line, finding);
    }

    private SourceFinding at(int foundLine, Finding finding) {
        return new SourceFinding(file, foundLine, finding.path(), finding.rule(), finding.advice());
    }

    private static String parent(String path) {
        return path.substring(0, Math.max(0, Math.max(path.lastIndexOf('.'), path.lastIndexOf('['))));
    }
}
