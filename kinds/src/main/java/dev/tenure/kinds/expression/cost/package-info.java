/// What expressions cost: the most that one can, before it is taken; what one does, while it runs.
/// Never here: what a function does, and which limits there are for a definition.
/// Start at StaticCost and RuntimeCost.
/// Upstream twin: cel-go's checker/cost.go and interpreter/runtimecost.go, apiserver/pkg/cel/library/cost.go.
@NullMarked
package dev.tenure.kinds.expression.cost;

import org.jspecify.annotations.NullMarked;
