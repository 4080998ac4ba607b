/** The durable record of what a ledger did. It does not know what its records say. */
@NullMarked
package dev.headgate.journal;

import org.jspecify.annotations.NullMarked;
