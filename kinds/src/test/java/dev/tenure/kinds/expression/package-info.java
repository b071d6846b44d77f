/// Tests of expressions in schemas: what they may call, what they may cost, what they tell.
/// Never here: the rest of what a schema says.
/// Start at ExpressionLibrariesTest.
/// Upstream twin: apiserver/pkg/cel/library, apiextensions-apiserver/pkg/apiserver/schema/cel.
@NullMarked
package dev.tenure.kinds.expression;

import org.jspecify.annotations.NullMarked;
