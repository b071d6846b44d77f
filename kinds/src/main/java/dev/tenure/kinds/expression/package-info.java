/// The expressions of `x-kubernetes-validations`: which types they see, how they are compiled and run.
/// Never here: what else a schema says, which is kinds.value's.
/// Start at SchemaExpressions.
/// Upstream twin: apiextensions-apiserver/pkg/apiserver/schema/cel, apiserver/pkg/cel.
@NullMarked
package dev.tenure.kinds.expression;

import org.jspecify.annotations.NullMarked;
