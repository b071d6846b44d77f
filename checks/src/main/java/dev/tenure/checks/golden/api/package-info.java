/// Recorded exchanges with the API, and objects in all encodings, played against a server: what is sent, what
/// comes back, and what of it is normalised before it is compared.
/// Never here: kubectl, or what happens over time.
/// Start at ApiSuite and ScenarioRun; CodecSuite for the encodings.
/// Upstream twin: none; checks/golden/api/replay.py says the same in Python.
@NullMarked
package dev.tenure.checks.golden.api;

import org.jspecify.annotations.NullMarked;
