package dev.headgate.e2e.cluster;

import java.nio.file.Path;

/** How long a process may live. */
public sealed interface Lifetime {

    /** Not longer than this virtual machine, however that ends. */
    record Leashed() implements Lifetime {}

    /**
     * Until {@link ProcessRegister} ends it.
     *
     * @param register where it is written down at once, so that nothing is lost track of
     */
    record Detached(ProcessRegister register) implements Lifetime {
        /** With a register file in this folder. */
        static Detached in(Path folder) {
            return new Detached(new ProcessRegister(folder.resolve("processes")));
        }
    }
}
