/// Typed views of objects: JSON → the records of model. Defaults that the API server would have filled in are
/// filled in.
/// Never here: writing JSON, validation, a decision.
/// Start at Views.
/// Upstream twin: none (Go decodes whole objects).
@NullMarked
package dev.tenure.wire.view;

import org.jspecify.annotations.NullMarked;
