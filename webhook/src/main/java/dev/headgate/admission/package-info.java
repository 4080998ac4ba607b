/** The decision: request, pin, load and ledger in; permit or rejection out. Pure. */
@NullMarked
package dev.headgate.admission;

import org.jspecify.annotations.NullMarked;
