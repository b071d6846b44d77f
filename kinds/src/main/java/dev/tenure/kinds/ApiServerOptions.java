package dev.tenure.kinds;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.authn.ServiceAccountTokens;
import dev.tenure.apiserver.authn.TokenAuthenticator;
import dev.tenure.apiserver.authz.AuthorizationMode;
import dev.tenure.kinds.admission.serviceaddresses.AddressRange;
import dev.tenure.kinds.aggregation.AggregationAccess;
import dev.tenure.kinds.webhookclient.WebhookAccess;
import dev.tenure.model.metrics.ResourceUsage;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.observe.FaultReporter;
import dev.tenure.store.Store;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// What an API server is made of.
///
/// @param loop runs what the server does by itself: following changes of roles and bindings
/// @param random makes uids and generated names; in simulation it is seeded
/// @param plugins admission, in order
/// @param tokens knows bearer tokens other than those of service accounts, for TokenReviews
/// @param accountTokens issues and knows the tokens of service accounts
/// @param gates features that are switched on or off
/// @param authorization who is asked whether a caller may do something, in this order
/// @param services where cluster addresses are drawn from; the first one is that of the service `kubernetes`
/// @param webhooks what webhooks are called with; empty: nobody is called
/// @param aggregation what the servers are asked with that APIServices name; empty: nobody is asked
/// @param usage tells what pods and nodes use, where this process knows it; may wait
/// @param definitions of kinds that are served from the beginning, unless others of their names are there;
/// without statuses
/// @param faults notified of exceptions in handlers that nobody foresaw
public record ApiServerOptions(
        Store store,
        EventLoop loop,
        RandomGenerator random,
        List<AdmissionPlugin> plugins,
        List<TokenAuthenticator> tokens,
        ServiceAccountTokens accountTokens,
        FeatureGates gates,
        List<AuthorizationMode> authorization,
        AddressRange services,
        Optional<WebhookAccess> webhooks,
        Optional<AggregationAccess> aggregation,
        Optional<Supplier<ResourceUsage>> usage,
        List<ObjectNode> definitions,
        FaultReporter faults) {
    public ApiServerOptions {
        plugins = List.copyOf(plugins);
        authorization = List.copyOf(authorization);
        tokens = List.copyOf(tokens);
        definitions = List.copyOf(definitions);
    }
}
