/// Tests of what is wrong with objects and how it is told.
/// Never here: single rules (apiserver.registry.field, .meta).
/// Start at FieldErrorsTest.
/// Upstream twin: apimachinery/pkg/util/validation/field.
@NullMarked
package dev.tenure.apiserver.registry;

import org.jspecify.annotations.NullMarked;
