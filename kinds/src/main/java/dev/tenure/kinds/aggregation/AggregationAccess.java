package dev.tenure.kinds.aggregation;

import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.aggregation.BackendCalls;
import dev.tenure.apiserver.aggregation.UnreachableException;
import dev.tenure.kinds.webhookclient.WebhookCallException;
import dev.tenure.kinds.webhookclient.WebhookServices;
import dev.tenure.kinds.webhookclient.WebhookTarget;
import dev.tenure.runtime.callout.HttpsForwards;
import dev.tenure.runtime.loop.EventLoop;
import java.util.random.RandomGenerator;

/// What a server has to have to ask others that APIServices name at all.
///
/// @param loop has to be one of its own, for backends that do not answer hold its workers up
/// @param forwards calls them
/// @param routing what of a service is dialled
/// @param proxy who this server is to them
public record AggregationAccess(
        EventLoop loop, HttpsForwards forwards, WebhookServices.Routing routing, FrontProxy proxy) {
    /// @param cluster where services and their endpoints are looked up
    public BackendCalls calls(ClusterAccess cluster, RandomGenerator random) {
        var services = new WebhookServices(cluster, routing, random);
        return new BackendCalls(
                forwards,
                service -> {
                    try {
                        return services.resolve(
                                new WebhookTarget.Service(service.namespace(), service.name(), service.port(), ""));
                    } catch (WebhookCallException e) {
                        throw new UnreachableException(e.why());
                    }
                },
                proxy.shown()::get);
    }
}
