/// The rules of `metadata` and of label selectors, which all kinds share.
/// Never here: a kind's own fields, the giving of names, uids and times.
/// Start at ObjectMetaValidation.
/// Upstream twin: apimachinery/pkg/api/validation and apis/meta/v1/validation.
@NullMarked
package dev.tenure.apiserver.registry.meta;

import org.jspecify.annotations.NullMarked;
