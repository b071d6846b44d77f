/// Tests of what definitions of kinds may say.
/// Never here: objects of defined kinds.
/// Start at SchemaVectorsTest.
/// Upstream twin: apiextensions-apiserver/pkg/apis/apiextensions/validation.
@NullMarked
package dev.tenure.kinds.definition;

import org.jspecify.annotations.NullMarked;
