/// Reading an object tree field by field, and telling what is wrong with a field in the words of the API.
/// Never here: a rule of one kind, HTTP, a default.
/// Start at Field.
/// Upstream twin: apimachinery/pkg/util/validation and its package field.
@NullMarked
package dev.tenure.apiserver.registry.field;

import org.jspecify.annotations.NullMarked;
