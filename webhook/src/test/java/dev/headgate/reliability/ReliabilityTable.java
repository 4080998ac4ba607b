package dev.headgate.reliability;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Prints the goals of design page 7 that concern a node, what the last run of the tests reached of each, and where. Run by
 * {@code make reliability}; fails where a row that a test should have filled is empty, or a test failed.
 */
final class ReliabilityTable {
    private static final Pattern SUITE = Pattern.compile(
            "<testsuite [^>]*?\\bname=\"([^\"]+)\"[^>]*?\\btests=\"(\\d+)\" errors=\"(\\d+)\" skipped=\"(\\d+)\" failures=\"(\\d+)\"");

    /**
     * One goal.
     *
     * @param file what a test notes it under, or empty
     * @param test whose tests are counted where nothing is noted, or empty
     */
    private record Row(String goal, String everyRun, String release, String file, String test) {}

    private static final List<Row> ROWS = List.of(
            new Row("simulated time", "1,000 h, 20 M steps, <= 10 min", "100,000 h", "simulated-time", ""),
            new Row("same seed, same trace hash", "100 seeds twice", "10,000", "same-hash", ""),
            new Row("planted bugs caught", "20 of 20", "40 of 40", "planted-bugs", ""),
            new Row("journal: every byte cut, flipped, zeroed", "1 M cases", "100 M", "journal-damage", ""),
            new Row("end at every write and sync, simulated", "1,000", "10,000", "journal-ends", ""),
            new Row("failed or short write at each call, simulated", "all sites", "x100 seeds", "journal-failures", ""),
            new Row("restart with 10,000 permits", "recovered in 2 s", "x100", "recovery", ""),
            new Row("rollback in flight", "1,000", "x100", "rollbacks", ""),
            new Row("crashes, each recovered and compared", "-", "-", "crashes", ""),
            new Row("public faults of systems of this kind", "each a test", "same", "", "PublicFaultsTest"),
            new Row("qualification list of seed 003", "each a test", "same", "", "QualificationTest"),
            new Row("likely mistakes 1 to 3 of design page 14", "each a test", "same", "", "LikelyMistakesTest"),
            new Row("every state with every call", "each a test", "same", "", "TransitionTableTest"));

    private ReliabilityTable() {}

    public static void main(String[] arguments) throws IOException {
        Path target = Path.of(arguments[0]);
        List<String> failed = new ArrayList<>();
        System.out.printf("%-44s %-30s %-12s %-46s %s%n", "goal", "every CI run", "release", "reached", "where");
        for (Row row : ROWS) {
            List<String> reached = row.file.isEmpty()
                    ? passed(target, row.test)
                    : noted(target.resolve(Reached.FOLDER).resolve(row.file + ".txt"));
            if (reached.isEmpty()) {
                failed.add(row.goal);
                reached = List.of("NOTHING", "");
            }
            System.out.printf(
                    "%-44s %-30s %-12s %-46s %s%n",
                    row.goal, row.everyRun, row.release, reached.get(0), reached.get(1));
        }
        failed.addAll(failures(target));
        if (!failed.isEmpty()) {
            System.out.println("not reached: " + failed);
            System.exit(1);
        }
        System.out.println("no violation");
        System.out.println("not in here: what `make test` shows over HTTP and in real processes (docs/reliability.md)");
    }

    private static List<String> noted(Path file) throws IOException {
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    private static List<String> passed(Path target, String test) throws IOException {
        for (Matcher suite : suites(target)) {
            if (suite.group(1).endsWith("." + test)) {
                return List.of(suite.group(2) + " tests", test);
            }
        }
        return List.of();
    }

    private static List<String> failures(Path target) throws IOException {
        List<String> failed = new ArrayList<>();
        for (Matcher suite : suites(target)) {
            if (!suite.group(3).equals("0") || !suite.group(5).equals("0")) {
                failed.add(suite.group(1));
            }
        }
        return failed;
    }

    private static List<Matcher> suites(Path target) throws IOException {
        List<Matcher> suites = new ArrayList<>();
        Path folder = target.resolve("surefire-reports");
        if (!Files.isDirectory(folder)) {
            return suites;
        }
        try (Stream<Path> reports = Files.list(folder)) {
            for (Path report : reports.filter(file -> file.toString().endsWith(".xml"))
                    .sorted()
                    .toList()) {
                Matcher suite = SUITE.matcher(Files.readString(report));
                if (suite.find()) {
                    suites.add(suite);
                }
            }
        }
        return suites;
    }
}
