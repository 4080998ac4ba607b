/** The operator against a real API server. */
@NullMarked
package dev.headgate.e2e.operator;

import org.jspecify.annotations.NullMarked;
