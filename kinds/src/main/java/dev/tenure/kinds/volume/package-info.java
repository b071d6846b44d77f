/// What is peculiar to volumes, claims to them and classes of them.
/// Never here: volumes in pods (kinds.podspec).
/// Start at PersistentVolumeStrategy.
/// Upstream twin: pkg/registry/core/persistentvolume/strategy.go, persistentvolumeclaim/strategy.go.
@NullMarked
package dev.tenure.kinds.volume;

import org.jspecify.annotations.NullMarked;
