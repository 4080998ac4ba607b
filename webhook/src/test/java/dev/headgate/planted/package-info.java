/** Known-bad variants of the production core, each of which the tests must catch. */
@NullMarked
package dev.headgate.planted;

import org.jspecify.annotations.NullMarked;
