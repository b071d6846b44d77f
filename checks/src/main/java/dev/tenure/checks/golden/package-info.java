/// Replays what a real Kubernetes answered and compares: the same normalisation and matching as the
/// replayers beside the recordings. A package for each kind of recording, and `suite` for what they share.
/// Never here: a behaviour of the product, or knowledge of a single case.
/// Start at GoldenMain, then api.ApiSuite and api.ScenarioRun.
/// Upstream twin: none; checks/golden/*/replay.py say the same in Python.
@NullMarked
package dev.tenure.checks.golden;

import org.jspecify.annotations.NullMarked;
