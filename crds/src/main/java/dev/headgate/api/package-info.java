/**
 * The custom resources of group {@code headgate.dev}: what people write (policies, catalogs) and what the operator and nodes write
 * (snapshots, parts, pins). Annotations on the components are the one source of schema, bounds and documentation.
 */
@NullMarked
package dev.headgate.api;

import org.jspecify.annotations.NullMarked;
