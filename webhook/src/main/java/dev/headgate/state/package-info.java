/** Small files that outlive the process. */
@NullMarked
package dev.headgate.state;

import org.jspecify.annotations.NullMarked;
