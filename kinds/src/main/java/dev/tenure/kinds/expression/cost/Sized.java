package dev.tenure.kinds.expression.cost;

import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelType;
import java.util.List;
import java.util.Optional;

/// A part of an expression, as the functions' costs see it.
///
/// @param path from a variable through the schema; empty when the part is not found there
/// @param computed its size, where the expression itself says it
/// @param expression absent for the items of a list
record Sized(List<String> path, CelType type, Optional<Span> computed, Optional<CelExpr> expression) {}
