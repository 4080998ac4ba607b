/** What all commands of {@code bin/headgate} share: options from the environment, wrong use in two lines, versions, words for trouble with files. */
@NullMarked
package dev.headgate.command;

import org.jspecify.annotations.NullMarked;
