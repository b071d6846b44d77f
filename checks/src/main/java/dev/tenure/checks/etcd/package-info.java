/// A real etcd for tests about the whole.
/// Never here: what is done with it.
/// Start at EtcdServer.
/// Upstream twin: none.
@NullMarked
package dev.tenure.checks.etcd;

import org.jspecify.annotations.NullMarked;
