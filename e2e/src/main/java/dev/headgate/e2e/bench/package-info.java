/** Benchmarks over HTTP. They measure and print; nothing here is a test. */
@NullMarked
package dev.headgate.e2e.bench;

import org.jspecify.annotations.NullMarked;
