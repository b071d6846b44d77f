/// A cluster's API without rules, for tests of the scheduler on virtual time.
/// Never here: production code.
/// Start at FakeCluster.
/// Upstream twin: client-go/kubernetes/fake.
@NullMarked
package dev.tenure.scheduler.fake;

import org.jspecify.annotations.NullMarked;
