/// What every kind consists of: fields, their types, and how lists and maps merge.
/// Never here: values of objects, defaulting or validation of a kind.
/// Start at Schema.
/// Upstream twin: the struct tags in k8s.io/api and kube-openapi's definitions.
@NullMarked
package dev.tenure.wire.schema;

import org.jspecify.annotations.NullMarked;
