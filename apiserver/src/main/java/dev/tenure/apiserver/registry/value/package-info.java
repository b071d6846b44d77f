/// Whether values are valid under a schema that was defined at run time, with upstream's words where they are not.
/// Never here: what a schema may say (registry.definition), pruning and defaults (schema).
/// Start at SchemaRule.
/// Upstream twin: kube-openapi/pkg/validation, apiextensions-apiserver/pkg/apiserver/validation.
@NullMarked
package dev.tenure.apiserver.registry.value;

import org.jspecify.annotations.NullMarked;
