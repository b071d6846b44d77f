/// Several API servers on one etcd.
/// Never here: the store alone (store.etcd).
/// Start at TwoServersTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.checks.etcd;

import org.jspecify.annotations.NullMarked;
