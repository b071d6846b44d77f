package dev.tenure.console.viewer;

import dev.tenure.client.ClusterClient;
import dev.tenure.console.follow.FollowedCluster;
import dev.tenure.runtime.time.TimeSource;

/// Somebody who looks at a cluster: all that a page may use, with that identity's rights and no others. Safe
/// for use by several threads.
///
/// @param forecaster may be shared with others who look, so that forecasts take turns
public record Viewer(
        ClusterClient client,
        FollowedCluster copy,
        TenurePages tenure,
        TimeSource time,
        Forecaster forecaster,
        Identity identity) {
    /// Who looks at what, for people.
    ///
    /// @param cluster the server's address
    /// @param kubectl how the commands that are shown begin, for example `kubectl --context prod`
    public record Identity(String user, String cluster, String kubectl) {}
}
