package dev.tenure.client.informer;

import dev.tenure.client.ClusterClient;
import dev.tenure.runtime.loop.EventLoop;

/// What every controller stands on. Upstream: cmd/kube-controller-manager/app (ControllerContext).
///
/// @param loop runs its events; its alarms are its own
/// @param client has the controller's own rights
/// @param informers of all controllers whose loops share a thread
public record ControllerContext(EventLoop loop, ClusterClient client, SharedInformers informers) {
    /// A controller whose informers end with it.
    ///
    /// @param informers of all controllers on the thread of `loop`
    public static ControllerContext sharing(EventLoop loop, ClusterClient client, SharedInformers informers) {
        return new ControllerContext(loop, client, informers.of(loop));
    }

    /// A controller that shares its informers with nobody.
    public static ControllerContext alone(EventLoop loop, ClusterClient client) {
        return new ControllerContext(loop, client, new SharedInformers(loop, client));
    }
}
