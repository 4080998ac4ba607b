/**
 * Which policy governs a node, which generation it serves, what a node is assigned and what is kept (design pages 5, 13 and 14).
 *
 * <p>Pure: facts come in, intended writes and verdicts go out as values. No clock, no client, no thread; {@code reconcile} feeds it
 * and carries out what it says.
 */
@NullMarked
package dev.headgate.fleet;

import org.jspecify.annotations.NullMarked;
