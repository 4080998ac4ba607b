/** Benchmarks of the core; run by {@code DecisionBenchmark}'s main, never by the tests. */
@NullMarked
package dev.headgate.bench;

import org.jspecify.annotations.NullMarked;
