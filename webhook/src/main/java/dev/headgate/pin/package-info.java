/** Where snapshots come from, their verification, and the last known good. */
@NullMarked
package dev.headgate.pin;

import org.jspecify.annotations.NullMarked;
