package dev.tenure.sim.world;

import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.store.Store;

/// Puts something else in the place of parts of a simulated cluster, so that a known fault of a part
/// can be played. Each method returns what it is given unless it has something to change.
public interface Substitutes {
    /// Every part as it is.
    Substitutes NONE = new Substitutes() {};

    /// The store under the API server.
    default Store store(Store store) {
        return store;
    }

    /// The loop of a controller, by the controller's name.
    default EventLoop loop(String controller, EventLoop loop) {
        return loop;
    }

    /// The way of a component to the API server.
    default ApiEndpoint endpoint(Component component, ApiEndpoint endpoint) {
        return endpoint;
    }
}
