/** The thin shell around the ledger: one exclusion, the clock, the identifiers. Everything that changes a permit goes through here. */
@NullMarked
package dev.headgate.authority;

import org.jspecify.annotations.NullMarked;
