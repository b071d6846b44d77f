package dev.tenure.kinds;

import static dev.tenure.apiserver.registry.SelectableField.alias;
import static dev.tenure.apiserver.registry.SelectableField.field;
import static dev.tenure.apiserver.registry.SelectableField.indexed;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindEntry.Flag;
import dev.tenure.apiserver.registry.SelectableField;
import dev.tenure.apiserver.registry.Subresource;
import dev.tenure.kinds.event.EventConversion;
import dev.tenure.kinds.event.EventStrategy;
import dev.tenure.model.meta.ResourceTypes;
import java.util.List;
import java.util.Set;

/// The kinds of the core group, and events under their newer name.
final class CoreKinds {

    static final List<KindEntry> ALL = List.of(
            KindEntry.namespaced("v1", "bindings", "Binding")
                    .withVerbs("create")
                    .with(Flag.VIRTUAL),
            KindEntry.cluster("v1", "componentstatuses", "ComponentStatus")
                    .withShortNames("cs")
                    .withVerbs("get", "list")
                    .with(Flag.VIRTUAL),
            KindEntry.namespaced("v1", "configmaps", "ConfigMap").withShortNames("cm"),
            KindEntry.namespaced("v1", "endpoints", "Endpoints")
                    .withShortNames("ep")
                    .with(Flag.CREATE_ON_UPDATE),
            KindEntry.namespaced("v1", "events", "Event")
                    .withShortNames("ev")
                    .with(Flag.CREATE_ON_UPDATE, Flag.NO_DEPENDENTS, Flag.UNCACHED)
                    .withFields(EventStrategy.fields().toArray(SelectableField[]::new))
                    .withStrategy(new EventStrategy(false)),
            KindEntry.namespaced("v1", "limitranges", "LimitRange")
                    .withShortNames("limits")
                    .with(Flag.CREATE_ON_UPDATE),
            KindEntry.cluster("v1", "namespaces", "Namespace")
                    .with(Flag.HELD_BY_SPEC)
                    .withShortNames("ns")
                    .withVerbs("create", "delete", "get", "list", "patch", "update", "watch")
                    .withSubresources(Subresource.ofObject("finalize", "update"), Subresource.status())
                    .withFields(field("status.phase")),
            KindEntry.cluster("v1", "nodes", "Node")
                    .withShortNames("no")
                    .withSubresources(
                            new Subresource(
                                    "proxy",
                                    "",
                                    "",
                                    "NodeProxyOptions",
                                    Set.of("create", "delete", "get", "patch", "update")),
                            Subresource.status())
                    .withFields(SelectableField.flag("spec.unschedulable")),
            KindEntry.namespaced("v1", "persistentvolumeclaims", "PersistentVolumeClaim")
                    .withShortNames("pvc")
                    .withSubresources(Subresource.status())
                    .with(Flag.RETURNS_DELETED),
            KindEntry.cluster("v1", "persistentvolumes", "PersistentVolume")
                    .withShortNames("pv")
                    .withSubresources(Subresource.status())
                    .with(Flag.RETURNS_DELETED),
            KindEntry.namespaced("v1", "pods", "Pod")
                    .withShortNames("po")
                    .withCategories("all")
                    .withSubresources(
                            new Subresource("attach", "", "", "PodAttachOptions", Set.of("create", "get")),
                            new Subresource("binding", "", "", "Binding", Set.of("create")),
                            Subresource.ofObject("ephemeralcontainers", "get", "patch", "update"),
                            new Subresource("eviction", "policy", "v1", "Eviction", Set.of("create")),
                            new Subresource("exec", "", "", "PodExecOptions", Set.of("create", "get")),
                            Subresource.ofObject("log", "get"),
                            new Subresource("portforward", "", "", "PodPortForwardOptions", Set.of("create", "get")),
                            new Subresource(
                                    "proxy",
                                    "",
                                    "",
                                    "PodProxyOptions",
                                    Set.of("create", "delete", "get", "patch", "update")),
                            Subresource.ofObject("resize", "get", "patch", "update"),
                            Subresource.status())
                    .with(Flag.GENERATION, Flag.GRACEFUL_DELETION, Flag.RETURNS_DELETED)
                    .withFields(
                            indexed("spec.nodeName"),
                            alias("spec.host", "spec.nodeName"),
                            field("spec.restartPolicy"),
                            field("spec.schedulerName"),
                            field("spec.serviceAccountName"),
                            SelectableField.flag("spec.hostNetwork"),
                            indexed("status.phase"),
                            field("status.podIP"),
                            field("status.podIPs"),
                            field("status.nominatedNodeName")),
            KindEntry.namespaced("v1", "podtemplates", "PodTemplate").with(Flag.GENERATION, Flag.RETURNS_DELETED),
            KindEntry.namespaced("v1", "replicationcontrollers", "ReplicationController")
                    .withShortNames("rc")
                    .withCategories("all")
                    .withSubresources(Subresource.scale(), Subresource.status())
                    .with(Flag.GENERATION, Flag.ORPHANS_BY_DEFAULT)
                    .withFields(SelectableField.number("status.replicas")),
            KindEntry.namespaced("v1", "resourcequotas", "ResourceQuota")
                    .withShortNames("quota")
                    .withSubresources(Subresource.status())
                    .with(Flag.RETURNS_DELETED),
            KindEntry.namespaced("v1", "secrets", "Secret").withFields(field("type")),
            KindEntry.namespaced("v1", "serviceaccounts", "ServiceAccount")
                    .withShortNames("sa")
                    .withSubresources(
                            new Subresource("token", "authentication.k8s.io", "v1", "TokenRequest", Set.of("create")))
                    .with(Flag.RETURNS_DELETED),
            KindEntry.namespaced("v1", "services", "Service")
                    .withShortNames("svc")
                    .withCategories("all")
                    .withSubresources(
                            new Subresource(
                                    "proxy",
                                    "",
                                    "",
                                    "ServiceProxyOptions",
                                    Set.of("create", "delete", "get", "patch", "update")),
                            Subresource.status())
                    .with(Flag.CREATE_ON_UPDATE, Flag.RETURNS_DELETED)
                    .withFields(field("spec.clusterIP"), field("spec.type")),
            KindEntry.namespaced("events.k8s.io/v1", "events", "Event")
                    .withShortNames("ev")
                    .with(Flag.CREATE_ON_UPDATE, Flag.NO_DEPENDENTS, Flag.UNCACHED)
                    .withFields(EventStrategy.fieldsOfNewApi().toArray(SelectableField[]::new))
                    .withStrategy(new EventStrategy(true))
                    .storedAs(ResourceTypes.EVENTS, new EventConversion()));

    private CoreKinds() {}
}
