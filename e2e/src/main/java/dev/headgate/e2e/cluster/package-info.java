/** A real control plane (etcd, API server, controller manager) as processes of this machine, and what runs against it. */
@NullMarked
package dev.headgate.e2e.cluster;

import org.jspecify.annotations.NullMarked;
