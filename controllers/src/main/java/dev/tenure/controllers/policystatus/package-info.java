/// The status of validating admission policies: which of their expressions do not fit the kinds that they are
/// about.
/// Never here: what expressions mean, which `kinds` knows and is asked for.
/// Start at PolicyStatusLoop.
/// Upstream twin: pkg/controller/validatingadmissionpolicystatus.
@NullMarked
package dev.tenure.controllers.policystatus;

import org.jspecify.annotations.NullMarked;
