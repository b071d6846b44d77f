/// Makes the claims of volumes that live with their pod (`ephemeral`).
/// Never here: binding a claim (`persistentvolume`), deleting it, which its owner's end does (`garbage`).
/// Start at EphemeralVolumeLoop.
/// Upstream twin: pkg/controller/volume/ephemeral.
@NullMarked
package dev.tenure.controllers.ephemeralvolume;

import org.jspecify.annotations.NullMarked;
