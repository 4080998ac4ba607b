/** Composition and main of the node endpoint. */
@NullMarked
package dev.headgate.node;

import org.jspecify.annotations.NullMarked;
