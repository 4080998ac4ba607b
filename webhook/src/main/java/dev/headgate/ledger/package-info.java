/** The one holder of counters of a node: scopes, dimensions, reservations, the states of a permit. Pure: time and identifiers are arguments. */
@NullMarked
package dev.headgate.ledger;

import org.jspecify.annotations.NullMarked;
