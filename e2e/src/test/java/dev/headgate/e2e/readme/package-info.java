/** The README, run as it is written. */
@NullMarked
package dev.headgate.e2e.readme;

import org.jspecify.annotations.NullMarked;
