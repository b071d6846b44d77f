package dev.tenure.controllers.namespace;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.DefinedTypes;
import dev.tenure.client.informer.DiscoveredKinds;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The calls that fill and empty a namespace. Every method blocks and says whether nothing is left to do.
final class NamespaceCalls {
    static final String DEFAULT_ACCOUNT = "default";
    static final String ROOT_AUTHORITY = "kube-root-ca.crt";

    private static final String FINALIZER = "kubernetes";
    private static final String AUTHORITY_FIELD = "ca.crt";
    private static final String DESCRIPTION = "kubernetes.io/description";
    private static final String DESCRIBED =
            "Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as"
                    + " the internal service IP or kubernetes.default.svc. No other usage is guaranteed across"
                    + " distributions of Kubernetes clusters.";
    private static final int NOT_ALLOWED = 405;

    private final ClusterClient client;
    private final List<ResourceType> types;
    private final String authority;
    private final Optional<DiscoveredKinds.Source> elsewhere;

    NamespaceCalls(
            ClusterClient client,
            List<ResourceType> types,
            String authority,
            Optional<DiscoveredKinds.Source> elsewhere) {
        this.elsewhere = elsewhere;
        this.client = client;
        this.types = types.stream().filter(ResourceType::namespaced).toList();
        this.authority = authority;
    }

    static boolean publishes(StoredObject configMap, String authority) {
        return Document.of(configMap.content()).text("data", AUTHORITY_FIELD).equals(authority);
    }

    /// Makes the default ServiceAccount and publishes the cluster's CA.
    ///
    /// @param replace whether the ConfigMap is there with other content
    boolean fill(String namespace, boolean makeAccount, boolean publish, boolean replace) {
        boolean done = true;
        if (makeAccount) {
            ObjectNode account = object("v1", "ServiceAccount", namespace, DEFAULT_ACCOUNT);
            done = made(client.create(ResourceTypes.SERVICE_ACCOUNTS, namespace, Document.of(account)));
        }
        if (publish) {
            ObjectNode map = object("v1", "ConfigMap", namespace, ROOT_AUTHORITY);
            ((ObjectNode) map.path("metadata")).putObject("annotations").put(DESCRIPTION, DESCRIBED);
            map.putObject("data").put(AUTHORITY_FIELD, authority);
            done &= made(
                    replace
                            ? client.update(ResourceTypes.CONFIG_MAPS, namespace, ROOT_AUTHORITY, Document.of(map))
                            : client.create(ResourceTypes.CONFIG_MAPS, namespace, Document.of(map)));
        }
        return done;
    }

    /// What somebody else made in between is as good; in a namespace that is gone or going there is
    /// nothing to make.
    private static boolean made(ApiReply reply) {
        return !(reply instanceof ApiReply.Failure(var status, var _))
                || status.isConflict()
                || status.isNotFound()
                || status.isForbidden();
    }

    /// Deletes what a namespace holds, pods before everything else, and lets the namespace go once it is
    /// empty. Upstream: namespaced_resources_deleter.go.
    boolean empty(StoredObject namespace, Instant now) {
        String name = namespace.key().name();
        var remains = new NamespaceRemains();
        clear(ResourceTypes.PODS, name, remains);
        if (remains.isEmpty()) {
            for (ResourceType type : types) {
                if (!type.resource().equals(ResourceTypes.PODS.resource())) {
                    clear(type, name, remains);
                }
            }
            clearDefined(name, remains);
            clearElsewhere(name, remains);
        }
        Document current = Document.of(namespace.content());
        ObjectNode conditions = remains.conditions(current, now);
        if (!conditions.isEmpty()) {
            client.patch(
                    ResourceTypes.NAMESPACES,
                    "",
                    name,
                    "status",
                    new Body(Body.STRATEGIC_MERGE_PATCH, Document.of(conditions)));
        }
        return remains.isEmpty() && letGo(name);
    }

    /// The same for kinds that were defined after this controller began.
    private void clearDefined(String namespace, NamespaceRemains remains) {
        switch (client.list(DefinedTypes.DEFINITIONS, "", Map.of())) {
            case ApiReply.Many page ->
                DefinedTypes.of(page.items()).stream()
                        .filter(type -> type.namespaced() && !types.contains(type))
                        .forEach(type -> clear(type, namespace, remains));
            case ApiReply.Failure(var status, var _) when status.isNotFound() -> {
                // a server without definitions
            }
            case ApiReply.Failure(var status, var _) -> remains.failed(DefinedTypes.DEFINITIONS, status.message());
            case ApiReply.One _, ApiReply.Document _ -> throw new IllegalStateException("no list");
        }
    }

    /// The same for kinds that other servers answer for. As long as one does not tell its kinds, nobody knows
    /// whether anything is left.
    private void clearElsewhere(String namespace, NamespaceRemains remains) {
        DiscoveredKinds found = elsewhere.map(DiscoveredKinds.Source::ask).orElse(DiscoveredKinds.NONE);
        found.types().stream()
                .filter(type -> type.namespaced() && !types.contains(type))
                .forEach(type -> clear(type, namespace, remains));
        if (!found.failures().isEmpty()) {
            remains.undiscovered(found.words());
        }
    }

    private void clear(ResourceType type, String namespace, NamespaceRemains remains) {
        var target = new Target(type.group(), type.version(), type.resource(), namespace, "", "");
        ApiReply reply = client.call(Verb.DELETE_COLLECTION, target, Map.of(), Body.NONE);
        if (reply instanceof ApiReply.Failure(var status, var _)) {
            failed(type, status, remains);
            return;
        }
        switch (client.list(type, namespace, Map.of())) {
            case ApiReply.Many many -> {
                for (StoredObject left : many.items()) {
                    remains.add(type, Views.meta(Json.readObject(left.json())).finalizers());
                }
            }
            case ApiReply.Failure(var status, var _) -> failed(type, status, remains);
            case ApiReply.One _, ApiReply.Document _ -> throw new IllegalStateException("no list");
        }
    }

    /// Of a kind that is not there, or has no collections, nothing is left.
    private static void failed(ResourceType type, Status status, NamespaceRemains remains) {
        if (!status.isNotFound() && status.code() != NOT_ALLOWED) {
            remains.failed(type, status.message());
        }
    }

    private boolean letGo(String name) {
        ApiReply read = client.get(ResourceTypes.NAMESPACES, "", name);
        if (!(read instanceof ApiReply.One(var _, StoredObject stored, var _))) {
            return read.isNotFound();
        }
        Document finalized = Document.of(stored.content()).edit(NamespaceCalls::withoutFinalizer);
        var target = new Target("", "v1", "namespaces", "", name, "finalize");
        ApiReply reply = client.call(Verb.UPDATE, target, Map.of(), Body.json(finalized.bytes()));
        return reply.succeededOrGone();
    }

    private static void withoutFinalizer(ObjectNode namespace) {
        var others = new ArrayList<String>();
        namespace.path("spec").path("finalizers").forEach(f -> others.add(f.asText()));
        others.remove(FINALIZER);
        ArrayNode rest = namespace.withObject("/spec").putArray("finalizers");
        others.forEach(rest::add);
    }

    private static ObjectNode object(String apiVersion, String kind, String namespace, String name) {
        ObjectNode object = Json.object().put("apiVersion", apiVersion).put("kind", kind);
        object.putObject("metadata").put("namespace", namespace).put("name", name);
        return object;
    }
}
