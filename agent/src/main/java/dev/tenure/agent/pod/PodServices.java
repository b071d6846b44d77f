package dev.tenure.agent.pod;

import dev.tenure.agent.probe.Prober;
import dev.tenure.agent.runtime.cri.ImageClient;
import dev.tenure.agent.runtime.cri.RuntimeClient;
import dev.tenure.agent.volume.VolumeFolders;
import dev.tenure.runtime.time.TimeSource;

/// What is needed to run pods.
public record PodServices(
        RuntimeClient runtime,
        ImageClient images,
        VolumeFolders volumes,
        Prober prober,
        HostFacts host,
        TimeSource time) {}
