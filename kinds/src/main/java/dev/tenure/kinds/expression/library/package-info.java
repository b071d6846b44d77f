/// What Kubernetes adds to the language of expressions: addresses, quantities, versions, URLs, formats,
/// patterns, lists.
/// Never here: which schema an expression stands in, and what it may cost.
/// Start at Libraries.
/// Upstream twin: apiserver/pkg/cel/library, apiserver/pkg/cel/environment/base.go.
@NullMarked
package dev.tenure.kinds.expression.library;

import org.jspecify.annotations.NullMarked;
