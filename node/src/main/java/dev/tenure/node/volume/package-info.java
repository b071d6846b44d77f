/// The volumes of pods as folders of this machine.
/// Never here: disks of a cloud, drivers of storage.
/// Start at VolumeFolders.
/// Upstream twin: pkg/volume (emptydir, configmap, secret, downwardapi, projected, hostpath),
/// util/atomic_writer.go.
@NullMarked
package dev.tenure.node.volume;

import org.jspecify.annotations.NullMarked;
