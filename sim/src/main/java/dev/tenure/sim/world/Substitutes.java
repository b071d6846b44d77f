package dev.tenure.sim.world;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.controllers.clusterroleaggregation.AggregationLoop;
import dev.tenure.controllers.servicecidr.ServiceCidrLoop;
import dev.tenure.controllers.ttl.TtlLoop;
import dev.tenure.kinds.webhookclient.WebhookAccess;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.observe.FaultReporter;
import dev.tenure.store.Store;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Puts something else in the place of parts of a simulated cluster, so that a known fault of a part
/// can be played. Each method returns what it is given unless it has something to change.
public interface Substitutes {
    /// What worlds do without: roles that do not change, addresses that do not run out, and a hint to agents
    /// that nobody reads.
    Set<String> SELDOM_NEEDED = Set.of(AggregationLoop.NAME, ServiceCidrLoop.NAME, TtlLoop.NAME);

    /// Every part as it is.
    Substitutes NONE = new Substitutes() {};

    /// The store under the API server.
    default Store store(Store store) {
        return store;
    }

    /// The plugins of admission, in order.
    default List<AdmissionPlugin> plugins(List<AdmissionPlugin> plugins) {
        return plugins;
    }

    /// Who hears of exceptions that nobody foresaw; absent when each is a finding that ends the simulation.
    default Optional<FaultReporter> faults() {
        return Optional.empty();
    }

    /// What webhooks are called with; absent where none is called.
    default Optional<WebhookAccess> webhooks() {
        return Optional.empty();
    }

    /// The names of the controllers that the cluster does without.
    default Set<String> controllersLeftOut() {
        return SELDOM_NEEDED;
    }

    /// The loop of the API server.
    default EventLoop serverLoop(EventLoop loop) {
        return loop;
    }

    /// The loop of a component, by its name: that of a controller, `informers`, `scheduler` or
    /// `simulated-nodes`. What is thrown there is thrown by the component.
    default EventLoop loop(String controller, EventLoop loop) {
        return loop;
    }

    /// The loop that carries what is late on the way of a component.
    default EventLoop wayLoop(EventLoop loop) {
        return loop;
    }

    /// The way of a component to the API server.
    default ApiEndpoint endpoint(Component component, ApiEndpoint endpoint) {
        return endpoint;
    }
}
