/**
 * The compiled policy: typed, validated, immutable. Amounts are plain {@code long}s with the unit in the name; lists that
 * are sets in the source are sorted, so two policies of the same meaning are equal.
 */
@NullMarked
package dev.headgate.policy;

import org.jspecify.annotations.NullMarked;
