package dev.tenure.kinds.webhookclient;

import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.runtime.callout.HttpsCalls;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.random.RandomGenerator;

/// What a server has to have to call webhooks at all.
///
/// @param routing what of a service is dialled
/// @param metrics where calls of admission webhooks are counted, and what policies do
public record WebhookAccess(HttpsCalls calls, WebhookServices.Routing routing, PrometheusRegistry metrics) {
    /// @param cluster where services and their endpoints are looked up
    public WebhookClient client(ClusterAccess cluster, RandomGenerator random) {
        return new WebhookClient(calls, new WebhookServices(cluster, routing, random));
    }
}
