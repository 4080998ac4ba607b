/** One spelling over everything that people read and write. */
@NullMarked
package dev.headgate.e2e.spelling;

import org.jspecify.annotations.NullMarked;
