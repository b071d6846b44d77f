/// Whether values are valid under a schema that was defined at run time, with upstream's words where they are
/// not.
/// Never here: what a schema may say (kinds.definition), pruning and defaults (apiserver.schema).
/// Start at SchemaValidation.
/// Upstream twin: kube-openapi/pkg/validation, apiextensions-apiserver/pkg/apiserver/validation.
@NullMarked
package dev.tenure.kinds.value;

import org.jspecify.annotations.NullMarked;
