/** The operator's shell: what it sees of the cluster, the reconcilers that feed {@code fleet} and carry out what it says, and main. */
@NullMarked
package dev.headgate.reconcile;

import org.jspecify.annotations.NullMarked;
