/// Binds claims to volumes, has volumes made for claims, and lets volumes, claims and classes of volumes'
/// attributes go that nobody uses any more. Where nodes are simulated, volumes are too.
/// Never here: which node a pod goes to (scheduler).
/// Start at ClaimSyncRule and VolumeSyncRule, then VolumeBinderLoop.
/// Upstream twin: pkg/controller/volume/persistentvolume, pvprotection, pvcprotection, vacprotection.
@NullMarked
package dev.tenure.controllers.persistentvolume;

import org.jspecify.annotations.NullMarked;
