/// What is peculiar to volumes, claims to them and classes of them.
/// Never here: volumes in pods (registry.podspec).
/// Start at VolumeStrategy.
/// Upstream twin: pkg/registry/core/persistentvolume/strategy.go, persistentvolumeclaim/strategy.go.
@NullMarked
package dev.tenure.apiserver.registry.volume;

import org.jspecify.annotations.NullMarked;
