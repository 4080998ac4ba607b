/**
 * Resources from files: strict YAML with the place of every field, and the command that compiles them. The only package of this
 * module that touches files.
 */
@NullMarked
package dev.headgate.source;

import org.jspecify.annotations.NullMarked;
