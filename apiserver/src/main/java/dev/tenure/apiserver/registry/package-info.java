/// The seam between the handlers, which know no kind, and the kinds: table entries, strategies, field errors,
/// statuses.
/// Never here: a single kind's rules (kinds.<kind>), HTTP, the store.
/// Start at KindEntry, then KindStrategy and KindTable.
/// Upstream twin: apiserver/pkg/registry/rest, apimachinery/pkg/util/validation/field,
/// apimachinery/pkg/api/errors.
@NullMarked
package dev.tenure.apiserver.registry;

import org.jspecify.annotations.NullMarked;
