/// JSONPath as Kubernetes knows it: what a text means, what is wrong with it in upstream's words, and what it
/// finds in an object.
/// Never here: what is done with what was found (kinds.custom), who may state a path (kinds.definition,
/// kinds.webhook).
/// Start at JsonPath, then JsonPathParser and Search.
/// Upstream twin: client-go/util/jsonpath.
@NullMarked
package dev.tenure.kinds.jsonpath;

import org.jspecify.annotations.NullMarked;
