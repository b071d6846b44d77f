package dev.tenure.apiserver.registry.meta;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.NameFormat;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.model.meta.Quoted;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/// What is valid in `metadata`. Upstream checks it several times over for one write, by the common code
/// and by the kind; the causes of a Status list every time, so each check here is one of those passes.
public final class ObjectMetaValidation {
    public static final String IMMUTABLE = "field is immutable";

    private static final int ANNOTATION_BYTES_MAX = 256 * 1024;
    private static final Set<String> PLAIN_FINALIZERS = Set.of("kubernetes", "orphan", "foregroundDeletion");
    /// The members of `metadata` that never change, in the order in which upstream compares them.
    private static final List<String> FIXED =
            List.of("name", "namespace", "uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds");

    /// The members of `metadata` that the server keeps for itself.
    private static final Set<String> OWN = Set.of("managedFields", "resourceVersion");

    private ObjectMetaValidation() {}

    /// The pass that the common code makes over every changed object, before the kind has its say. Metadata
    /// that are as they are stored are not looked at again.
    public static void commonUpdate(ObjectNode next, ObjectNode old, FieldErrors errors) {
        if (isUnchanged(next.path("metadata"), old.path("metadata"))
                && FieldManagers.areValid(next.path("metadata").path("managedFields"))) {
            errors.noteUnchanged(next.path("metadata"));
            return;
        }
        Field metadata = Field.root(next, errors).at("metadata");
        front(metadata, Names::pathSegment, true);
        state(metadata, Names::pathSegment);
        step(metadata, old.path("metadata"));
    }

    /// Whether metadata differ in nothing but what the server keeps there for itself.
    private static boolean isUnchanged(JsonNode next, JsonNode old) {
        int left = old.size() - kept(old);
        for (Map.Entry<String, JsonNode> member : next.properties()) {
            if (!OWN.contains(member.getKey())) {
                JsonNode before = old.get(member.getKey());
                if (!member.getValue().equals(before)) {
                    return false;
                }
                left--;
            }
        }
        return left == 0;
    }

    private static int kept(JsonNode metadata) {
        int kept = 0;
        for (String name : OWN) {
            kept += metadata.has(name) ? 1 : 0;
        }
        return kept;
    }

    /// The pass that the common code makes over every new object that its kind found good.
    public static void commonCreate(ObjectNode object, FieldErrors errors) {
        Field metadata = Field.root(object, errors).at("metadata");
        front(metadata, Names::pathSegment, true);
        state(metadata, Names::pathSegment);
    }

    /// A kind's own pass over an object's metadata.
    public static void object(ObjectNode object, NameFormat rule, FieldErrors errors) {
        object(Field.root(object, errors).at("metadata"), rule);
    }

    /// A kind's own pass over the metadata that stands at `metadata`.
    public static void object(Field metadata, NameFormat rule) {
        object(metadata, complaints(rule));
    }

    /// The same for a kind whose names obey a rule of its own.
    public static void object(Field metadata, Function<String, List<String>> name) {
        if (metadata.errors().isUnchanged(metadata.node())) {
            return;
        }
        front(metadata, name, false);
        state(metadata, name);
        ownFinalizers(metadata);
    }

    /// The same for a kind of which upstream looks at the name alone: what would be said of `generateName` is
    /// left to declared rules, which say nothing of it.
    public static void unchecked(ObjectNode object, NameFormat rule, FieldErrors errors) {
        Field metadata = Field.root(object, errors).at("metadata");
        if (!metadata.errors().isUnchanged(metadata.node())) {
            state(metadata, complaints(rule));
            ownFinalizers(metadata);
        }
    }

    /// The pass of a kind whose finalizers may be of any form: kinds that were defined at run time, leases,
    /// and what admission goes by.
    public static void plain(Field metadata, Function<String, List<String>> name) {
        front(metadata, name, false);
        state(metadata, name);
    }

    /// The same over the step from old metadata to new.
    public static void plainUpdate(Field metadata, JsonNode old) {
        step(metadata, old);
    }

    /// A kind's own pass over the step from old metadata to new.
    public static void update(ObjectNode next, ObjectNode old, FieldErrors errors) {
        if (errors.isUnchanged(next.path("metadata"))) {
            return;
        }
        Field metadata = Field.root(next, errors).at("metadata");
        step(metadata, old.path("metadata"));
        ownFinalizers(metadata);
    }

    /// What a rule complains about in a name.
    public static Function<String, List<String>> complaints(NameFormat rule) {
        return switch (rule) {
            case DNS_SUBDOMAIN -> Names::dnsSubdomain;
            case LONG_NAME -> Names::longName;
            case DNS_LABEL -> Names::dnsLabel;
            case DNS_1035_LABEL -> Names::dnsLabelOf1035;
            case PATH_SEGMENT -> Names::pathSegment;
        };
    }

    private static void front(Field metadata, Function<String, List<String>> name, boolean anySegment) {
        Field front = metadata.at("generateName");
        if (!front.isEmpty()) {
            String checked = anySegment ? front.text() : Names.frontPart(front.text());
            name.apply(checked).forEach(front::invalidText);
        }
    }

    private static void state(Field metadata, Function<String, List<String>> name) {
        if (metadata.at("name").isEmpty()) {
            metadata.at("name").required("name or generateName is required");
        } else {
            metadata.at("name").mustBe(name);
        }
        if (!metadata.at("namespace").isEmpty()) {
            metadata.at("namespace").mustBe(Names::dnsLabel);
        }
        metadata.at("generation").mustNotBeNegative();
        if (metadata.errors().isFaultless(metadata.node())) {
            return;
        }
        boolean good = metadata.errors().isEmpty();
        labels(metadata.at("labels"));
        annotations(metadata.at("annotations"));
        owners(metadata.at("ownerReferences"));
        finalizers(metadata.at("finalizers"));
        FieldManagers.check(metadata.at("managedFields"));
        if (good && metadata.errors().isEmpty()) {
            metadata.errors().noteFaultless(metadata.node());
        }
    }

    private static void step(Field metadata, JsonNode old) {
        if (old.has("deletionTimestamp")) {
            noNewFinalizers(metadata.at("finalizers"), old.path("finalizers"));
        }
        if (metadata.at("generation").number() < old.path("generation").asLong()) {
            metadata.at("generation").invalidNumber("must not be decremented");
        }
        for (String name : FIXED) {
            Field field = metadata.at(name);
            if (!SameValue.same(field.node(), old.path(name))) {
                unchangeable(field, name);
            }
        }
        if (metadata.errors().isFaultless(metadata.node())) {
            return;
        }
        labels(metadata.at("labels"));
        annotations(metadata.at("annotations"));
        owners(metadata.at("ownerReferences"));
        FieldManagers.check(metadata.at("managedFields"));
    }

    private static void unchangeable(Field field, String name) {
        if (name.startsWith("deletion") || name.equals("creationTimestamp")) {
            field.invalid(IMMUTABLE);
        } else {
            field.invalidText(IMMUTABLE);
        }
    }

    private static void noNewFinalizers(Field finalizers, JsonNode old) {
        Set<String> added = new TreeSet<>(finalizers.texts());
        old.forEach(finalizer -> added.remove(finalizer.asText()));
        if (!added.isEmpty()) {
            String list = added.stream().map(Quoted::of).collect(Collectors.joining(", "));
            finalizers.forbidden("no new finalizers can be added if the object is being deleted, found new finalizers"
                    + " []string{" + list + "}");
        }
    }

    /// Labels of an object or a template; also anything else that is a map of labels.
    public static void labels(Field labels) {
        boolean good = true;
        for (Map.Entry<String, JsonNode> label : labels.node().properties()) {
            good &= Names.qualified(label.getKey()).isEmpty()
                    && Names.labelValue(label.getValue().asText("")).isEmpty();
        }
        if (good) {
            return;
        }
        labels.entries().forEach((key, value) -> {
            Names.qualified(key).forEach(complaint -> labels.invalid(key, complaint));
            Names.labelValue(value.text()).forEach(complaint -> labels.invalid(value.text(), complaint));
        });
    }

    public static void annotations(Field annotations) {
        long bytes = 0;
        boolean good = true;
        for (Map.Entry<String, JsonNode> annotation : annotations.node().properties()) {
            String key = annotation.getKey();
            good &= Names.qualified(key.toLowerCase(Locale.ROOT)).isEmpty();
            bytes += FieldError.byteLength(key)
                    + FieldError.byteLength(annotation.getValue().asText(""));
        }
        if (!good) {
            annotations
                    .entries()
                    .keySet()
                    .forEach(key -> Names.qualified(key.toLowerCase(Locale.ROOT))
                            .forEach(complaint -> annotations.invalid(key, complaint)));
        }
        if (bytes > ANNOTATION_BYTES_MAX) {
            annotations.tooLong(ANNOTATION_BYTES_MAX);
        }
    }

    private static void owners(Field owners) {
        String firstController = "";
        Optional<JsonNode> printed = Optional.empty();
        for (Field owner : owners.items()) {
            owner(owner.under(owners.path()));
            if (owner.at("controller").flag()) {
                String controller =
                        owner.at("kind").text() + "/" + owner.at("name").text();
                if (firstController.isEmpty()) {
                    firstController = controller;
                } else {
                    printed = printed.or(() -> Optional.of(ownersAsPrinted(owners.node())));
                    owners.invalid(
                            printed.get(),
                            "Only one reference can have Controller set to true. Found \"true\" in references for "
                                    + firstController + " and " + controller);
                }
            }
        }
    }

    private static void owner(Field owner) {
        String apiVersion = owner.at("apiVersion").text();
        boolean twoSlashes = apiVersion.indexOf('/') != apiVersion.lastIndexOf('/');
        if (apiVersion.isEmpty() || apiVersion.endsWith("/") || twoSlashes) {
            owner.at("apiVersion").invalidText("version must not be empty");
        }
        for (String name : List.of("kind", "name", "uid")) {
            if (owner.at(name).isEmpty()) {
                owner.at(name).invalidText("must not be empty");
            }
        }
        if (apiVersion.equals("v1") && owner.at("kind").is("Event")) {
            owner.invalid(ownerAsPrinted(owner.node()), "/v1, Kind=Event is disallowed from being an owner");
        }
    }

    private static JsonNode ownersAsPrinted(JsonNode owners) {
        var list = Json.array();
        owners.forEach(owner -> list.add(ownerAsPrinted(owner)));
        return list;
    }

    private static JsonNode ownerAsPrinted(JsonNode owner) {
        var printed = Json.object();
        for (String name : List.of("apiVersion", "kind", "name", "uid")) {
            printed.put(name, owner.path(name).asText(""));
        }
        for (String name : List.of("controller", "blockOwnerDeletion")) {
            if (owner.has(name)) {
                printed.set(name, owner.path(name));
            }
        }
        return printed;
    }

    private static void finalizers(Field finalizers) {
        Set<String> seen = new HashSet<>();
        for (String finalizer : finalizers.texts()) {
            Names.qualified(finalizer).forEach(complaint -> finalizers.invalid(finalizer, complaint));
            seen.add(finalizer);
        }
        if (seen.contains("orphan") && seen.contains("foregroundDeletion")) {
            finalizers.invalid(finalizers.node(), "finalizer orphan and foregroundDeletion cannot be both set");
        }
    }

    private static void ownFinalizers(Field metadata) {
        metadata.at("finalizers").items().forEach(ObjectMetaValidation::plainFinalizer);
    }

    /// A finalizer without a domain must be one of those that upstream itself knows.
    public static void plainFinalizer(Field finalizer) {
        if (!finalizer.text().contains("/") && !PLAIN_FINALIZERS.contains(finalizer.text())) {
            finalizer.invalidText("name is neither a standard finalizer name nor is it fully qualified");
        }
    }

    /// Reports a changed value of a field that must stay as it is.
    public static void immutable(Field field, JsonNode old) {
        if (!SameValue.same(field.node(), old)) {
            field.invalid(IMMUTABLE);
        }
    }
}
