package dev.headgate.pressure;

/** Pressure stall information (PSI), where the kernel has it. */
final class PressureStall {
    private PressureStall() {}

    /**
     * The share of the last ten seconds in which <em>nothing</em> that wanted to run could, in per mille; 0 where the text has
     * no such line, as that of CPU for a whole machine on older kernels.
     */
    static int fullPerMille(String pressure) throws Malformed {
        for (String line : pressure.split("\n", -1)) {
            String[] words = line.strip().split("\\s+", -1);
            if (words[0].equals("full")) {
                for (String word : words) {
                    if (word.startsWith("avg10=")) {
                        return perMille(word.substring("avg10=".length()));
                    }
                }
                throw new Malformed("a full line without avg10");
            }
        }
        if (!pressure.startsWith("some ")) {
            throw new Malformed("no pressure line");
        }
        return 0;
    }

    /** The kernel prints a percentage with two decimals. */
    private static int perMille(String percent) throws Malformed {
        String[] parts = percent.split("\\.", -1);
        if (parts.length != 2 || parts[1].length() != 2) {
            throw new Malformed("no percentage");
        }
        long hundredths = KernelNumbers.of(parts[0]) * 100 + KernelNumbers.of(parts[1]);
        if (hundredths < 0 || hundredths > 10_000) {
            throw new Malformed("a percentage out of range");
        }
        return (int) Math.ceilDiv(hundredths, 10);
    }
}
