package dev.tenure.apiserver;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.store.Store;
import java.util.List;
import java.util.random.RandomGenerator;

/// What an API server is made of.
///
/// @param loop runs what the server does by itself: following changes of roles and bindings, compaction
/// @param random makes uids and generated names; in simulation it is seeded
/// @param plugins admission, in order
public record ApiServerOptions(Store store, EventLoop loop, RandomGenerator random, List<AdmissionPlugin> plugins) {
    public ApiServerOptions {
        plugins = List.copyOf(plugins);
    }
}
