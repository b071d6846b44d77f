/// Structural schemas of kinds that were defined at run time: what they say, pruning, defaulting, and what
/// the server has to know of such a kind beyond what it knows of all kinds.
/// Never here: whether values are valid (kinds.value), how definitions become kinds (kinds.custom).
/// Start at Structural.
/// Upstream twin: apiextensions-apiserver/pkg/apiserver/schema.
@NullMarked
package dev.tenure.apiserver.schema;

import org.jspecify.annotations.NullMarked;
