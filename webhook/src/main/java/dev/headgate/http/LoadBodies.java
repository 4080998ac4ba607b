package dev.headgate.http;

import static dev.headgate.http.JsonInput.MAX_INTEGER;
import static dev.headgate.http.JsonInput.missing;
import static dev.headgate.http.JsonInput.once;
import static dev.headgate.http.JsonInput.required;
import static dev.headgate.http.JsonInput.unknown;
import static dev.headgate.http.JsonInput.wrong;

import dev.headgate.policy.CellClassName;
import dev.headgate.pressure.LoadReport;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/** The body of a load report (design page 6, "Load reports"; page 14: a reporter's order is that of one instance). */
final class LoadBodies {
    private static final int MAX_INSTANCE = 128;

    private LoadBodies() {}

    static LoadReport report(JsonInput in) throws IOException {
        int seen = 0;
        String instance = null;
        long sequence = -1;
        long observedAt = Timestamps.MALFORMED;
        int cpu = -1;
        int memory = -1;
        Map<CellClassName, LoadReport.Cell> cells = Map.of();
        for (String name = in.field(); name != null; name = in.field()) {
            switch (name) {
                case "instance" -> {
                    seen = once(seen, 0, "instance");
                    instance = instance(in.text("instance"));
                }
                case "sequence" -> {
                    seen = once(seen, 1, "sequence");
                    sequence = in.integer("sequence", 0, MAX_INTEGER);
                }
                case "observedAt" -> {
                    seen = once(seen, 2, "observedAt");
                    observedAt = in.timestamp("observedAt");
                }
                case "cpu" -> {
                    seen = once(seen, 3, "cpu");
                    cpu = in.percentage("cpu");
                }
                case "memory" -> {
                    seen = once(seen, 4, "memory");
                    memory = in.percentage("memory");
                }
                case "cells" -> {
                    seen = once(seen, 5, "cells");
                    cells = cells(in);
                }
                default -> throw unknown("");
            }
        }
        requireAll(seen);
        return new LoadReport(required(instance, "instance"), sequence, observedAt, cpu, memory, cells);
    }

    private static void requireAll(int seen) {
        String[] names = {"instance", "sequence", "observedAt", "cpu", "memory"};
        for (int bit = 0; bit < names.length; bit++) {
            if ((seen & 1 << bit) == 0) {
                throw missing(names[bit]);
            }
        }
    }

    private static String instance(String text) {
        if (text.isEmpty() || text.length() > MAX_INSTANCE) {
            throw wrong("instance", "The field must have 1 to " + MAX_INSTANCE + " characters.");
        }
        return text;
    }

    private static Map<CellClassName, LoadReport.Cell> cells(JsonInput in) throws IOException {
        in.openArray("cells");
        Map<CellClassName, LoadReport.Cell> cells = new EnumMap<>(CellClassName.class);
        while (in.nextObject("cells")) {
            int seen = 0;
            CellClassName cellClass = null;
            long queueDelay = 0;
            long usableParallelism = -1;
            for (String name = in.field(); name != null; name = in.field()) {
                switch (name) {
                    case "class" -> {
                        seen = once(seen, 0, "cells[].class");
                        cellClass = cellClass(in.text("cells[].class"));
                    }
                    case "queueDelay" -> {
                        seen = once(seen, 1, "cells[].queueDelay");
                        queueDelay = in.duration("cells[].queueDelay");
                    }
                    case "usableParallelism" -> {
                        seen = once(seen, 2, "cells[].usableParallelism");
                        usableParallelism = in.integer("cells[].usableParallelism", 0, Integer.MAX_VALUE);
                    }
                    default -> throw unknown("cells[]");
                }
            }
            if (usableParallelism < 0) {
                throw missing("cells[].usableParallelism");
            }
            if (cells.put(required(cellClass, "cells[].class"), new LoadReport.Cell(queueDelay, (int)
                            usableParallelism))
                    != null) {
                throw wrong("cells", "A class is given more than once.");
            }
        }
        return cells;
    }

    private static CellClassName cellClass(String text) {
        for (CellClassName name : CellClassName.values()) {
            if (name.spelling().equals(text)) {
                return name;
            }
        }
        throw wrong("cells[].class", "The field must be a cell class.");
    }
}
