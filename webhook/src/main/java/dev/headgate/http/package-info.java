/** The HTTP interface of the node (design page 6). */
@NullMarked
package dev.headgate.http;

import org.jspecify.annotations.NullMarked;
