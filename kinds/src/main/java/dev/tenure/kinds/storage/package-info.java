/// What is peculiar to the kinds that drivers of storage use: classes, drivers, what nodes have of them,
/// attachments.
/// Never here: volumes and claims (kinds.volume).
/// Start at StorageClassStrategy.
/// Upstream twin: pkg/registry/storage, pkg/apis/storage/validation.
@NullMarked
package dev.tenure.kinds.storage;

import org.jspecify.annotations.NullMarked;
