/// Admission policies: what they and their bindings say of a write, and what becomes of the write by that.
/// Never here: what is valid as a policy (kinds.webhook), the language of expressions (kinds.expression).
/// Start at PolicyLoop, then ValidatingPolicies and MutatingPolicies.
/// Upstream twin: apiserver/pkg/admission/plugin/policy, pkg/controller/validatingadmissionpolicystatus.
@NullMarked
package dev.tenure.kinds.admission.policy;

import org.jspecify.annotations.NullMarked;
