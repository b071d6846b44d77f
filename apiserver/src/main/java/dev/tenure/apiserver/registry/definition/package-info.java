/// Definitions of kinds: what they may say, their defaults, what may change.
/// Never here: how definitions become kinds (custom), whether objects of such kinds are valid (registry.value).
/// Start at DefinitionStrategy.
/// Upstream twin: apiextensions-apiserver/pkg/apis/apiextensions/validation, pkg/registry/customresourcedefinition.
@NullMarked
package dev.tenure.apiserver.registry.definition;

import org.jspecify.annotations.NullMarked;
