/// Storage classes and what a node's storage drivers offer.
/// Never here: JSON (wire), decisions (rules).
/// Start at StorageClass.
/// Upstream twin: api/storage/v1.
@NullMarked
package dev.tenure.model.storage;

import org.jspecify.annotations.NullMarked;
