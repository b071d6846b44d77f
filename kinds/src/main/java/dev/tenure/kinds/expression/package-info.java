/// Expressions in CEL: of `x-kubernetes-validations`, of policies and webhooks, of selectors of devices, of
/// choices of taints. Which types they see, how they are compiled and run.
/// Never here: what else a schema says (kinds.value), and which requests a policy is about
/// (kinds.admission.match).
/// Start at SchemaExpressions, RequestExpressions, DeviceExpressions or TaintExpressions.
/// Upstream twin: apiextensions-apiserver/pkg/apiserver/schema/cel, apiserver/pkg/cel, and
/// apiserver/pkg/admission/plugin/cel.
@NullMarked
package dev.tenure.kinds.expression;

import org.jspecify.annotations.NullMarked;
