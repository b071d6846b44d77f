/// Default storage classes, and finalizers that keep volumes and claims while they are used.
/// Never here: binding volumes (controllers).
/// Start at DefaultStorageClass.
/// Upstream twin: plugin/pkg/admission/storage.
@NullMarked
package dev.tenure.kinds.admission.storage;

import org.jspecify.annotations.NullMarked;
