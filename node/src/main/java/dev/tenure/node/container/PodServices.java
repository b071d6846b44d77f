package dev.tenure.node.container;

import dev.tenure.node.cri.ImageClient;
import dev.tenure.node.cri.RuntimeClient;
import dev.tenure.node.image.ImageAccess;
import dev.tenure.node.probe.Prober;
import dev.tenure.node.volume.VolumeFolders;
import dev.tenure.runtime.time.TimeSource;

/// What is needed to run pods.
///
/// @param access who may use which image
public record PodServices(
        RuntimeClient runtime,
        ImageClient images,
        VolumeFolders volumes,
        Prober prober,
        HostFacts host,
        ImageAccess access,
        TimeSource time) {}
