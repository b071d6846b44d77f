package dev.tenure.kinds;

import dev.tenure.apiserver.ApiServer;
import dev.tenure.apiserver.admission.AdmissionChain;
import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.aggregation.AggregatedView;
import dev.tenure.apiserver.aggregation.Aggregator;
import dev.tenure.apiserver.aggregation.BackendCalls;
import dev.tenure.apiserver.authz.RbacAuthorizer;
import dev.tenure.apiserver.authz.RbacLoop;
import dev.tenure.apiserver.authz.UnionAuthorizer;
import dev.tenure.apiserver.handler.Environment;
import dev.tenure.apiserver.handler.Handlers;
import dev.tenure.apiserver.handler.Identities;
import dev.tenure.apiserver.handler.SpecialHandler;
import dev.tenure.apiserver.handler.StoreAccess;
import dev.tenure.apiserver.handler.body.BodyReader;
import dev.tenure.apiserver.handler.body.KindBodyReader;
import dev.tenure.apiserver.handler.body.WireBodyReader;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.kinds.access.AccessReviews;
import dev.tenure.kinds.access.IdentityReviews;
import dev.tenure.kinds.access.TokenRequests;
import dev.tenure.kinds.access.TokenUseNotes;
import dev.tenure.kinds.admission.deviceaccess.ClaimStatusAccess;
import dev.tenure.kinds.admission.escalation.ParameterAccess;
import dev.tenure.kinds.admission.escalation.PrivilegeEscalation;
import dev.tenure.kinds.admission.escalation.SignerAccess;
import dev.tenure.kinds.admission.noderestriction.NodeRestriction;
import dev.tenure.kinds.admission.policy.MutatingPolicies;
import dev.tenure.kinds.admission.policy.PolicyLoop;
import dev.tenure.kinds.admission.policy.PolicyMetrics;
import dev.tenure.kinds.admission.policy.PolicySource;
import dev.tenure.kinds.admission.policy.ValidatingPolicies;
import dev.tenure.kinds.admission.webhook.MutatingAdmissionWebhook;
import dev.tenure.kinds.admission.webhook.ValidatingAdmissionWebhook;
import dev.tenure.kinds.admission.webhook.WebhookCalls;
import dev.tenure.kinds.admission.webhook.WebhookConfigurationLoop;
import dev.tenure.kinds.admission.webhook.WebhookMetrics;
import dev.tenure.kinds.aggregation.AggregationAccess;
import dev.tenure.kinds.aggregation.AvailabilityWriter;
import dev.tenure.kinds.aggregation.BackendLoop;
import dev.tenure.kinds.apiservice.ApiServiceUpkeep;
import dev.tenure.kinds.core.ComponentStatuses;
import dev.tenure.kinds.custom.DefinitionLoop;
import dev.tenure.kinds.flowcontrol.FlowLoop;
import dev.tenure.kinds.flowcontrol.FlowUpkeep;
import dev.tenure.kinds.metrics.UsageKinds;
import dev.tenure.kinds.node.NodeAuthorizer;
import dev.tenure.kinds.node.NodeRelations;
import dev.tenure.kinds.pod.BindingHandler;
import dev.tenure.kinds.pod.EvictionHandler;
import dev.tenure.kinds.upkeep.Upkeep;
import dev.tenure.kinds.upkeep.UpkeepLoop;
import dev.tenure.kinds.webhookclient.WebhookClient;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.wire.schema.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Puts an API server together that serves every kind of this room. Pure but for what it writes into the
/// store.
public final class StandardServer {
    private StandardServer() {}

    /// An API server over a store, with everything in place that a new cluster begins with.
    public static ApiServer start(ApiServerOptions options) {
        KindTable standard = KindList.standard(options.gates());
        KindTable builtIn = options.usage().isPresent() ? KindList.measured(standard) : standard;
        TimeSource time = options.loop().time();
        var identities = new Identities(options.random());
        Bootstrap.define(options.store(), builtIn, options.definitions(), time.wall(), identities);
        var services = new StoreAccess(options.store(), new Published<>(builtIn), time);
        Optional<WebhookClient> webhooks = options.webhooks().map(access -> access.client(services, options.random()));
        var definitions = new DefinitionLoop(
                options.store(), options.loop(), builtIn, new DefinitionLoop.Calls(webhooks, identities::uid));
        Published<KindTable> kinds = definitions.table();
        var reader = new StoreAccess(options.store(), kinds, time);
        var unguarded =
                new Environment(kinds, options.store(), new AdmissionChain(List.of(), reader), time, identities);
        new Bootstrap(unguarded)
                .run(options.services().address(0), options.services().toString());
        var rbac = new RbacLoop(options.store());
        rbac.start(options.loop());
        var roles = new RbacAuthorizer(rbac.state());
        UnionAuthorizer authorizer = authorizer(options, roles);
        BodyReader bodies = new KindBodyReader(new WireBodyReader(Schema.builtIn()), kinds);
        var policies = new PolicyLoop(options.store());
        policies.start(options.loop());
        Optional<PolicySource> source =
                Optional.of(PolicySource.of(policies, kinds, authorizer, bodies, policyMetrics(options)));
        Optional<WebhookCalls> asked = webhooks.map(client -> webhookCalls(
                options, client, new WebhookCalls.Parts(kinds, bodies, authorizer, time, identities::uid)));
        var plugins = new ArrayList<>(options.plugins());
        // these need what is only made here
        plugins.replaceAll(plugin -> switch (plugin) {
            case NodeRestriction _ -> new NodeRestriction(authorizer);
            case MutatingPolicies _ -> new MutatingPolicies(source);
            case ValidatingPolicies _ -> new ValidatingPolicies(source);
            case MutatingAdmissionWebhook idle ->
                asked.<AdmissionPlugin>map(MutatingAdmissionWebhook::new).orElse(idle);
            case ValidatingAdmissionWebhook idle ->
                asked.<AdmissionPlugin>map(ValidatingAdmissionWebhook::new).orElse(idle);
            default -> plugin;
        });
        plugins.add(new PrivilegeEscalation(roles));
        plugins.add(new ParameterAccess(authorizer, kinds));
        plugins.add(new SignerAccess(authorizer));
        plugins.add(new ClaimStatusAccess(authorizer));
        var admission = new AdmissionChain(plugins, reader);
        var environment = new Environment(kinds, options.store(), admission, time, identities);
        var handlers = new Handlers(environment, bodies, authorizer);
        options.accountTokens().noteUses(new TokenUseNotes(kinds, handlers)::note);
        definitions.start(handlers);
        var flows = new FlowLoop(options.store());
        flows.start(options.loop());
        for (Upkeep upkeep : List.of(new ApiServiceUpkeep(), new FlowUpkeep())) {
            new UpkeepLoop(upkeep, options.store(), options.loop(), kinds, handlers).start();
        }
        Aggregator aggregator = options.aggregation()
                .map(access -> aggregator(options, access, reader, kinds, handlers))
                .orElseGet(Aggregator::none);
        var special = new HashMap<String, SpecialHandler>();
        special.putAll(pods(environment, bodies, handlers));
        special.putAll(
                reviews(environment, bodies, new AccessReviews(environment, bodies, authorizer, roles), options));
        special.put("/componentstatuses", new ComponentStatuses(options.store()::trouble));
        options.usage().map(UsageKinds::handlers).ifPresent(special::putAll);
        return new ApiServer(
                new ApiServer.Parts(
                        kinds, options.store(), handlers, authorizer, aggregator, flows.plan(), options.faults()),
                special);
    }

    /// What other servers answer for, which is found out from now on.
    private static Aggregator aggregator(
            ApiServerOptions options,
            AggregationAccess access,
            ClusterAccess cluster,
            Published<KindTable> kinds,
            Handlers handlers) {
        BackendCalls calls = access.calls(cluster, options.random());
        var views = new Published<>(AggregatedView.NOTHING);
        var writer = new AvailabilityWriter(cluster, calls, kinds, handlers);
        new BackendLoop(options.store(), access.loop(), calls, writer, views).start();
        return new Aggregator(views, Optional.of(calls));
    }

    /// Shown beside those of webhooks, where anything is shown.
    private static PolicyMetrics policyMetrics(ApiServerOptions options) {
        TimeSource time = options.loop().time();
        return options.webhooks()
                .map(access -> new PolicyMetrics(access.metrics(), time))
                .orElseGet(() -> PolicyMetrics.unseen(time));
    }

    /// What plugins ask webhooks with, the configurations of which are followed from now on.
    private static WebhookCalls webhookCalls(ApiServerOptions options, WebhookClient client, WebhookCalls.Parts parts) {
        var configurations = new WebhookConfigurationLoop(options.store());
        configurations.start(options.loop());
        var metrics = new WebhookMetrics(options.webhooks().orElseThrow().metrics(), parts.time());
        return new WebhookCalls(configurations, client, metrics, parts);
    }

    private static UnionAuthorizer authorizer(ApiServerOptions options, RbacAuthorizer roles) {
        return new UnionAuthorizer(options.authorization().stream()
                .map(mode -> switch (mode) {
                    case NODE -> new NodeAuthorizer(new NodeRelations(options.store()), Bootstrap.rulesOfNodes());
                    case RBAC -> roles;
                })
                .toList());
    }

    private static Map<String, SpecialHandler> reviews(
            Environment environment, BodyReader bodies, AccessReviews access, ApiServerOptions options) {
        var accounts = options.accountTokens();
        var identity = new IdentityReviews(environment, bodies, options.tokens(), accounts);
        var requests = new TokenRequests(environment, bodies, accounts);
        return Map.of(
                "authorization.k8s.io/selfsubjectaccessreviews", access::self,
                "authorization.k8s.io/subjectaccessreviews", access::subject,
                "authorization.k8s.io/localsubjectaccessreviews", access::local,
                "authorization.k8s.io/selfsubjectrulesreviews", access::selfRules,
                "authentication.k8s.io/selfsubjectreviews", identity::self,
                "authentication.k8s.io/tokenreviews", identity::token,
                "/serviceaccounts/token", requests::create);
    }

    private static Map<String, SpecialHandler> pods(Environment environment, BodyReader bodies, Handlers handlers) {
        var bindings = new BindingHandler(environment, bodies);
        return Map.of(
                "/pods/binding", bindings,
                "/bindings", bindings,
                "/pods/eviction", new EvictionHandler(environment, bodies, handlers));
    }
}
