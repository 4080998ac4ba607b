/**
 * Resources from files: strict YAML with the place of every field, and the command that compiles them. Of this module,
 * only this package and {@code command} touch files.
 */
@NullMarked
package dev.headgate.source;

import org.jspecify.annotations.NullMarked;
