/** Snapshots: canonical bytes, digest, content-addressed parts. */
@NullMarked
package dev.headgate.snapshot;

import org.jspecify.annotations.NullMarked;
