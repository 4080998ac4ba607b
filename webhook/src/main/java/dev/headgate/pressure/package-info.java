/** Observations of node load. */
@NullMarked
package dev.headgate.pressure;

import org.jspecify.annotations.NullMarked;
