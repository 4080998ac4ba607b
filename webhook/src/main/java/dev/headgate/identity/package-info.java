/** Who is calling. */
@NullMarked
package dev.headgate.identity;

import org.jspecify.annotations.NullMarked;
