package dev.tenure.kinds.admission.match;

import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.admission.RequestForm;
import dev.tenure.apiserver.admission.RequestForm.Projection;
import dev.tenure.apiserver.handler.ObjectTrees;
import dev.tenure.apiserver.registry.Conversion;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.kinds.expression.RequestValues;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.schema.GroupVersionKind;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// One write as policies and webhooks see it: in the version and kind that they ask for. Used by the thread
/// of the request. Upstream: apiserver/pkg/admission (Attributes, VersionedAttributes),
/// plugin/cel/condition.go.
public final class Interception {
    private final AdmissionRequest request;
    private final RequestForm form;
    private final KindTable kinds;
    private final boolean mutating;
    private final Map<List<Matched>, RequestValues> values = new HashMap<>();

    /// @param mutating whether the object may still be changed: then a name that is generated is not known
    ///     yet
    private Interception(AdmissionRequest request, RequestForm form, KindTable kinds, boolean mutating) {
        this.request = request;
        this.form = form;
        this.kinds = kinds;
        this.mutating = mutating;
    }

    /// A write while it may still be changed.
    ///
    /// @return empty when nobody outside is asked about it
    public static Optional<Interception> mutating(AdmissionRequest request, KindTable kinds) {
        return request.form().map(form -> new Interception(request, form, kinds, true));
    }

    /// A write as it would be stored.
    ///
    /// @return empty when nobody outside is asked about it
    public static Optional<Interception> validating(AdmissionRequest request, KindTable kinds) {
        return request.form().map(form -> new Interception(request, form, kinds, false));
    }

    public AdmissionRequest request() {
        return request;
    }

    private boolean aboutNamespaces() {
        return request.about(ResourceTypes.NAMESPACES);
    }

    /// As upstream has it: a Namespace lies in itself.
    public String namespace() {
        return aboutNamespaces() ? name() : request.namespace();
    }

    /// Empty while it is not known, and when many are deleted.
    public String name() {
        return isNameless() ? "" : request.name();
    }

    /// What refusals call the object. Upstream: apiserver/pkg/admission/errors.go (extractResourceName).
    public String shownName() {
        if (!isNameless()) {
            return request.shownName();
        }
        String prefix = request.object().path("metadata").path("generateName").asText("");
        return prefix.isEmpty() ? "Unknown" : prefix;
    }

    private boolean isNameless() {
        return mutating && !form.named();
    }

    /// What the sender has asked for.
    public Matched asked() {
        ResourceType resource = form.resource();
        return new Matched(resource.group(), resource.version(), resource.resource(), form.kind());
    }

    /// The other versions of what was asked for, in which the same objects can be written. Upstream:
    /// apimachinery/pkg/runtime/mapper.go.
    List<Matched> equivalents() {
        ResourceType stored = request.type();
        ResourceType own = form.resource();
        String part = request.subresource();
        return kinds.entries().stream()
                .filter(entry -> entry.stored().resource().equals(stored.resource())
                        && entry.stored().group().equals(stored.group())
                        && !entry.type().equals(own)
                        && (part.isEmpty() || entry.subresource(part).isPresent()))
                .map(entry -> new Matched(
                        entry.type().group(),
                        entry.type().version(),
                        entry.type().resource(),
                        RequestForm.kind(entry, part)))
                .toList();
    }

    /// The new object and the old one as they are sent, whatever the version.
    List<ObjectNode> objects() {
        Projection projection = form.projection();
        Optional<ObjectNode> next =
                request.next().map(tree -> sent().orElseGet(() -> projection.shown(tree, mutating)));
        return Stream.of(next, request.old().map(tree -> projection.shown(tree, mutating)))
                .flatMap(Optional::stream)
                .toList();
    }

    /// The new object in a version; absent for deletions.
    public Optional<ObjectNode> object(Matched as) {
        return request.next()
                .map(next -> sent().orElseGet(() -> shown(next, as)))
                .map(next -> isNameless() ? nameless(next) : next);
    }

    /// The stored object in a version; absent for creations.
    public Optional<ObjectNode> old(Matched as) {
        return request.old().map(old -> shown(old, as));
    }

    private Optional<ObjectNode> sent() {
        return mutating ? form.projection().sent() : Optional.empty();
    }

    private ObjectNode shown(ObjectNode tree, Matched as) {
        return isWhole()
                ? conversion(as).map(between -> between.fromStored(tree)).orElse(tree)
                : form.projection().shown(tree, mutating);
    }

    /// Whether what is sent is the object itself.
    private boolean isWhole() {
        return form.projection().equals(Projection.WHOLE);
    }

    private Optional<KindEntry> entry(Matched as) {
        return kinds.find(as.group(), as.version(), as.resource());
    }

    private Optional<Conversion> conversion(Matched as) {
        boolean body = request.operation() == Operation.CONNECT
                || entry(as)
                        .filter(entry -> as.kind().kind().equals(entry.type().kind()))
                        .isEmpty();
        return body ? Optional.empty() : entry(as).flatMap(KindEntry::conversion);
    }

    private static ObjectNode nameless(ObjectNode object) {
        ObjectNode copy = Json.object().setAll(object);
        ObjectNode metadata = Json.object().setAll(ObjectTrees.metadata(object));
        metadata.remove("name");
        return copy.set("metadata", metadata);
    }

    /// Puts a changed object in the place of the new one; it gets its defaults.
    ///
    /// @param changed in the version in which [#object] showed it; belongs to the request from now on
    public void change(Matched as, ObjectNode changed) {
        values.clear();
        ObjectNode next = request.object();
        String generated = ObjectTrees.text(ObjectTrees.metadata(next), "name");
        if (!isWhole()) {
            form.projection().change(next, changed);
            return;
        }
        ObjectNode stored =
                conversion(as).map(between -> between.toStored(changed)).orElse(changed);
        if (isNameless()
                && ObjectTrees.text(ObjectTrees.metadata(stored), "name").isEmpty()) {
            ObjectTrees.metadata(stored).put("name", generated);
        }
        entry(as)
                .filter(entry -> entry.type().kind().equals(as.kind().kind()))
                .ifPresent(entry -> entry.strategy().setDefaults(stored));
        Projection.WHOLE.change(next, stored);
    }

    /// The namespace that the object lies in; absent for Namespaces, and for objects of the whole cluster.
    ///
    /// @throws dev.tenure.apiserver.registry.RefusedException with 404 when it is not there
    public Optional<ObjectNode> namespaceObject(ClusterAccess cluster) {
        String name = aboutNamespaces() ? "" : request.namespace();
        return name.isEmpty() ? Optional.empty() : Optional.of(NamespaceTrees.required(cluster, name));
    }

    /// What expressions are given of it.
    ///
    /// @param as the version that they see
    /// @param resource as which they see what was asked for
    public RequestValues values(Matched as, Matched resource) {
        return values.computeIfAbsent(
                List.of(as, resource), _ -> new RequestValues(describe(as, resource), object(as), old(as)));
    }

    /// Where it was sent to, for questions to the authorizer.
    public Target place() {
        ResourceType resource = form.resource();
        return new Target(
                resource.group(), resource.version(), resource.resource(), namespace(), name(), request.subresource());
    }

    /// The request as an AdmissionRequest, without its objects: what is empty is left out.
    public ObjectNode describe(Matched as, Matched resource) {
        ObjectNode tree = Json.object();
        tree.set("kind", kind(as.kind()));
        tree.set("resource", resource(resource));
        put(tree, "subResource", request.subresource());
        tree.set("requestKind", kind(form.kind()));
        tree.set("requestResource", resource(asked()));
        put(tree, "requestSubResource", request.subresource());
        put(tree, "name", name());
        put(tree, "namespace", namespace());
        tree.put("operation", request.operation().name());
        tree.set("userInfo", user(request.caller()));
        tree.put("dryRun", request.dryRun());
        if (request.operation() == Operation.CONNECT) {
            tree.putNull("options");
        } else {
            tree.set("options", options());
        }
        return tree;
    }

    /// The options of the operation; a patch has those of an update.
    public ObjectNode options() {
        ObjectNode options = Json.object();
        String operation = request.operation().name();
        options.put("kind", operation.charAt(0) + operation.substring(1).toLowerCase(Locale.ROOT) + "Options");
        options.put("apiVersion", "meta.k8s.io/v1");
        request.options().properties().forEach(option -> options.putIfAbsent(option.getKey(), option.getValue()));
        return options;
    }

    private static ObjectNode kind(GroupVersionKind kind) {
        return Json.object()
                .put("group", kind.group())
                .put("version", kind.version())
                .put("kind", kind.kind());
    }

    private static ObjectNode resource(Matched matched) {
        return Json.object()
                .put("group", matched.group())
                .put("version", matched.version())
                .put("resource", matched.resource());
    }

    private static ObjectNode user(Caller caller) {
        ObjectNode user = Json.object();
        put(user, "username", caller.user());
        put(user, "uid", caller.uid());
        if (!caller.groups().isEmpty()) {
            ArrayNode groups = user.putArray("groups");
            caller.groups().forEach(groups::add);
        }
        if (!caller.extra().isEmpty()) {
            ObjectNode extra = user.putObject("extra");
            for (Map.Entry<String, List<String>> one : new TreeMap<>(caller.extra()).entrySet()) {
                ArrayNode values = extra.putArray(one.getKey());
                one.getValue().forEach(values::add);
            }
        }
        return user;
    }

    private static void put(ObjectNode into, String field, String text) {
        if (!text.isEmpty()) {
            into.put(field, text);
        }
    }
}
