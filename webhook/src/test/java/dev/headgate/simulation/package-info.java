/**
 * Whole nodes in one thread from one seed: the production ledger, authority and journal over simulated clocks, disks and callers,
 * held after every step against a model that shares no code with them (design page 7).
 */
@NullMarked
package dev.headgate.simulation;

import org.jspecify.annotations.NullMarked;
