/// Definitions of kinds: what they may say, their defaults, what may change.
/// Never here: how definitions become kinds (kinds.custom), whether objects of such kinds are valid
/// (kinds.value).
/// Start at CustomResourceDefinitionStrategy.
/// Upstream twin: apiextensions-apiserver/pkg/apis/apiextensions/validation,
/// pkg/registry/customresourcedefinition.
@NullMarked
package dev.tenure.kinds.definition;

import org.jspecify.annotations.NullMarked;
