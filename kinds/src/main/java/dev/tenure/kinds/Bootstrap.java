package dev.tenure.kinds;

import dev.tenure.apiserver.authz.PolicyRule;
import dev.tenure.apiserver.handler.Environment;
import dev.tenure.apiserver.handler.Identities;
import dev.tenure.apiserver.handler.ObjectTrees;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindEntry.Flag;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.kinds.apiservice.LocalApiServices;
import dev.tenure.kinds.definition.EstablishedDefinition;
import dev.tenure.kinds.flowcontrol.FlowObjects;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.priority.PriorityRule;
import dev.tenure.store.Store;
import dev.tenure.store.Store.Precondition;
import dev.tenure.store.Store.Write;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.patch.managedfields.FieldScope;
import dev.tenure.wire.patch.managedfields.FieldWriter;
import dev.tenure.wire.patch.managedfields.ManagedFields;
import dev.tenure.wire.schema.GroupVersionKind;
import dev.tenure.wire.schema.Schema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Puts into the store what every cluster has, unless it is there.
final class Bootstrap {
    private static final List<String> NAMESPACES = List.of("kube-system", "kube-public", "kube-node-lease", "default");
    private static final String MANAGER = "kube-apiserver";

    private final Environment environment;

    public Bootstrap(Environment environment) {
        this.environment = environment;
    }

    /// What the agents of all nodes may do alike, whatever the stored role `system:node` says.
    public static List<PolicyRule> rulesOfNodes() {
        var rules = new ArrayList<PolicyRule>();
        AccessObjects.all().stream()
                .filter(object -> object.path("kind").asText("").equals("ClusterRole"))
                .filter(role -> role.path("metadata").path("name").asText("").equals("system:node"))
                .forEach(role -> role.path("rules").forEach(rule -> rules.add(PolicyRule.of(rule))));
        return List.copyOf(rules);
    }

    /// Has kinds served from the beginning; to be called before anybody looks at the store.
    ///
    /// @param kinds those that are always there
    /// @param definitions without statuses; those of which one of the name is there are left out
    /// @param identities gives their uids
    static void define(Store store, KindTable kinds, List<ObjectNode> definitions, Instant now, Identities identities) {
        var writes = new ArrayList<Write>();
        KindEntry entry = kinds.ofKind("apiextensions.k8s.io/v1", "CustomResourceDefinition")
                .orElseThrow();
        for (ObjectNode definition : definitions) {
            var key = entry.stored().key("", ObjectTrees.text(ObjectTrees.metadata(definition), "name"));
            if (store.get(key).isEmpty()) {
                StoredObject stored = EstablishedDefinition.stored(entry, definition.deepCopy(), now, identities.uid());
                writes.add(new Write.Put(stored, new Precondition.Absent()));
            }
        }
        store.commitAll(writes);
    }

    /// @param serviceAddress the cluster IP of the service `kubernetes`
    /// @param serviceRange of which that is the first
    public void run(String serviceAddress, String serviceRange) {
        var writes = new ArrayList<Write>();
        NAMESPACES.forEach(name -> add(writes, namespace(name), "/spec", "/status"));
        add(
                writes,
                priorityClass(
                        PriorityRule.NODE_CRITICAL_CLASS,
                        "Used for system critical pods that must not be moved from their current node."));
        add(
                writes,
                priorityClass(
                        PriorityRule.CLUSTER_CRITICAL_CLASS,
                        "Used for system critical pods that must run in the cluster, but can be moved to another node if"
                                + " necessary."));
        AccessObjects.all().forEach(object -> add(writes, object));
        String now = ObjectTrees.seconds(environment.time().wall());
        for (ObjectNode flow : FlowObjects.all()) {
            if (FlowObjects.isSchema(flow)) {
                FlowObjects.noteLevel(flow, now);
            } else {
                flow.putObject("status");
            }
            add(writes, FlowObjects.PRODUCER, flow, "/status");
        }
        for (ObjectNode local : LocalApiServices.builtIn(environment.kinds())) {
            LocalApiServices.setAvailable(local, now);
            add(writes, local, "/status");
        }
        add(writes, range(serviceRange), "/metadata/finalizers", "/status");
        add(writes, service(serviceAddress), "/spec/clusterIPs", "/spec/ipFamilies", "/status");
        add(writes, address(serviceAddress));
        environment.store().commitAll(writes);
    }

    private void add(List<Write> writes, ObjectNode object, String... added) {
        add(writes, MANAGER, object, added);
    }

    /// @param manager who comes to own it
    /// @param added what the server adds to what is sent: nobody comes to own that
    private void add(List<Write> writes, String manager, ObjectNode object, String... added) {
        String apiVersion = object.path("apiVersion").asText();
        KindEntry entry = environment
                .kinds()
                .ofKind(apiVersion, object.path("kind").asText())
                .orElseThrow();
        ObjectNode metadata = ObjectTrees.metadata(object);
        var key = entry.stored().key(ObjectTrees.text(metadata, "namespace"), ObjectTrees.text(metadata, "name"));
        if (environment.store().get(key).isPresent()) {
            return;
        }
        metadata.set("managedFields", managers(entry.stored(), manager, object, added));
        metadata.put("uid", environment.identities().uid());
        metadata.put("creationTimestamp", ObjectTrees.seconds(environment.time().wall()));
        if (entry.has(Flag.GENERATION)) {
            metadata.put("generation", 1);
        }
        StoredObject stored = ObjectTrees.stored(entry, object);
        writes.add(new Write.Put(stored, new Precondition.Absent()));
    }

    /// Upstream creates all this through its own API.
    private ArrayNode managers(ResourceType type, String manager, ObjectNode object, String... added) {
        ObjectNode sent = object.deepCopy();
        for (String pointer : added) {
            int last = pointer.lastIndexOf('/');
            if (sent.at(pointer.substring(0, last)) instanceof ObjectNode parent) {
                parent.remove(pointer.substring(last + 1));
            }
        }
        var kind = GroupVersionKind.of(type);
        FieldScope scope = FieldScope.of(Schema.builtIn().kind(kind).orElseThrow(), kind, "");
        var writer = FieldWriter.of(manager, "", environment.time().wall());
        return ManagedFields.firstManagers(scope, sent, writer);
    }

    private static ObjectNode begin(String apiVersion, String kind, String name) {
        ObjectNode object = Json.object();
        object.put("kind", kind).put("apiVersion", apiVersion);
        object.putObject("metadata").put("name", name);
        return object;
    }

    private static ObjectNode namespace(String name) {
        ObjectNode namespace = begin("v1", "Namespace", name);
        ObjectTrees.metadata(namespace).putObject("labels").put("kubernetes.io/metadata.name", name);
        namespace.putObject("spec").putArray("finalizers").add("kubernetes");
        namespace.putObject("status").put("phase", "Active");
        return namespace;
    }

    private static ObjectNode priorityClass(String name, String description) {
        ObjectNode priority = begin("scheduling.k8s.io/v1", "PriorityClass", name);
        priority.put("value", Objects.requireNonNull(PriorityRule.SYSTEM_CLASSES.get(name)))
                .put("description", description);
        return priority.put("preemptionPolicy", "PreemptLowerPriority");
    }

    /// The range of the services' addresses, ready and protected: it cannot go, for the service `kubernetes`
    /// has an address of it. Upstream: controlplane/controller/defaultservicecidr, controller/servicecidrs.
    private ObjectNode range(String range) {
        ObjectNode cidr = begin("networking.k8s.io/v1", "ServiceCIDR", "kubernetes");
        ObjectTrees.metadata(cidr).putArray("finalizers").add("networking.k8s.io/service-cidr-finalizer");
        cidr.putObject("spec").putArray("cidrs").add(range);
        cidr.putObject("status")
                .putArray("conditions")
                .addObject()
                .put("type", "Ready")
                .put("status", "True")
                .put(
                        "lastTransitionTime",
                        ObjectTrees.seconds(environment.time().wall()))
                .put("reason", "")
                .put("message", "Kubernetes Service CIDR is ready");
        return cidr;
    }

    /// The claim of the service's address.
    private static ObjectNode address(String address) {
        ObjectNode claim = begin("networking.k8s.io/v1", "IPAddress", address);
        ObjectTrees.metadata(claim)
                .putObject("labels")
                .put("ipaddress.kubernetes.io/ip-family", "IPv4")
                .put("ipaddress.kubernetes.io/managed-by", "ipallocator.k8s.io");
        claim.putObject("spec")
                .putObject("parentRef")
                .put("resource", "services")
                .put("namespace", "default")
                .put("name", "kubernetes");
        return claim;
    }

    private static ObjectNode service(String address) {
        ObjectNode service = begin("v1", "Service", "kubernetes");
        ObjectNode metadata = ObjectTrees.metadata(service);
        metadata.put("namespace", "default");
        metadata.putObject("labels").put("component", "apiserver").put("provider", "kubernetes");
        ObjectNode spec = service.putObject("spec");
        spec.putArray("ports")
                .addObject()
                .put("name", "https")
                .put("protocol", "TCP")
                .put("port", 443)
                .put("targetPort", 6443);
        spec.put("clusterIP", address).putArray("clusterIPs").add(address);
        spec.put("type", "ClusterIP").put("sessionAffinity", "None");
        spec.putArray("ipFamilies").add("IPv4");
        spec.put("ipFamilyPolicy", "SingleStack").put("internalTrafficPolicy", "Cluster");
        service.putObject("status").putObject("loadBalancer");
        return service;
    }
}
