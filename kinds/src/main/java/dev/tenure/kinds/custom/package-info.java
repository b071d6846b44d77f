/// Definitions of kinds become kinds: entries of the table, their strategy, their structure, and the loop
/// that accepts names, publishes the table and clears up after a deleted definition.
/// Never here: what a definition may say (kinds.definition), whether values are valid (kinds.value), what
/// expressions mean (kinds.expression).
/// Start at CustomKinds, then DefinitionLoop.
/// Upstream twin: apiextensions-apiserver/pkg/apiserver/customresource_handler.go, pkg/controller.
@NullMarked
package dev.tenure.kinds.custom;

import org.jspecify.annotations.NullMarked;
