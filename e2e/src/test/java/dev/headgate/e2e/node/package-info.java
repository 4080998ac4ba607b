/** Parts of the node endpoint against a real control plane. */
@NullMarked
package dev.headgate.e2e.node;

import org.jspecify.annotations.NullMarked;
