package dev.tenure.kinds.definition;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// CustomResourceDefinitions as kube-apiserver stores them: in apiextensions.k8s.io/v1beta1, which it serves
/// no more. What is the same in all versions of a definition stands once there. Upstream:
/// apiextensions-apiserver/pkg/apis/apiextensions/v1/conversion.go, v1beta1/defaults.go, v1beta1/types.go
/// (the order of fields).
public final class BetaDefinitions {
    /// The version in which definitions are stored.
    public static final String STORED = "apiextensions.k8s.io/v1beta1";
    private static final String SERVED = "apiextensions.k8s.io/v1";

    /// What a version has of its own in v1, in order, and what the same is called where it stands once in
    /// v1beta1.
    private static final Map<String, String> ONCE = Map.of(
            "schema", "validation",
            "subresources", "subresources",
            "additionalPrinterColumns", "additionalPrinterColumns",
            "selectableFields", "selectableFields");

    private static final List<String> SPEC = List.of(
            "group",
            "version",
            "names",
            "scope",
            "validation",
            "subresources",
            "versions",
            "additionalPrinterColumns",
            "selectableFields",
            "conversion",
            "preserveUnknownFields");

    private static final List<String> VERSION = List.of(
            "name",
            "served",
            "storage",
            "deprecated",
            "deprecationWarning",
            "schema",
            "subresources",
            "additionalPrinterColumns",
            "selectableFields");

    private static final List<String> NAMES =
            List.of("plural", "singular", "shortNames", "kind", "listKind", "categories");

    private BetaDefinitions() {}

    /// A definition of v1 in the form in which it is stored; `served` stays as it is.
    public static ObjectNode toStored(ObjectNode served) {
        ObjectNode beta = served.deepCopy().put("apiVersion", STORED);
        if (!(beta.get("spec") instanceof ObjectNode spec) || !(spec.get("versions") instanceof ArrayNode versions)) {
            return beta;
        }
        versions.forEach(version -> rename(version, "jsonPath", "JSONPath"));
        if (!versions.isEmpty()) {
            spec.put("version", versions.get(0).path("name").asText(""));
            ONCE.forEach((own, once) -> moveUp(spec, versions, own, once));
        }
        if (spec.get("conversion") instanceof ObjectNode conversion) {
            JsonNode webhook = conversion.remove("webhook");
            if (webhook != null) {
                move(webhook, "clientConfig", conversion, "webhookClientConfig");
                move(webhook, "conversionReviewVersions", conversion, "conversionReviewVersions");
            }
        }
        spec.put("preserveUnknownFields", spec.path("preserveUnknownFields").asBoolean(false));
        namesInOrder(spec, "names");
        if (beta.get("status") instanceof ObjectNode status) {
            namesInOrder(status, "acceptedNames");
        }
        ArrayNode ordered = Json.array();
        versions.forEach(version -> ordered.add(version instanceof ObjectNode one ? inOrder(one, VERSION) : version));
        spec.set("versions", ordered);
        beta.set("spec", inOrder(spec, SPEC));
        return beta;
    }

    /// Some were filled in, at the end.
    private static void namesInOrder(ObjectNode holder, String field) {
        if (holder.get(field) instanceof ObjectNode names) {
            holder.set(field, inOrder(names, NAMES));
        }
    }

    private static void moveUp(ObjectNode spec, ArrayNode versions, String own, String once) {
        JsonNode first = versions.get(0).path(own);
        for (JsonNode version : versions) {
            if (!version.path(own).equals(first)) {
                return;
            }
        }
        versions.forEach(version -> ((ObjectNode) version).remove(own));
        if (!first.isMissingNode()) {
            spec.set(once, first);
        }
    }

    private static void move(JsonNode from, String name, ObjectNode to, String newName) {
        JsonNode value = from.get(name);
        if (value != null) {
            to.set(newName, value);
        }
    }

    /// In the columns of a version, or of all versions.
    private static void rename(JsonNode holder, String from, String to) {
        for (JsonNode column : holder.path("additionalPrinterColumns")) {
            JsonNode path = column instanceof ObjectNode one ? one.remove(from) : null;
            if (path != null) {
                ((ObjectNode) column).set(to, path);
            }
        }
    }

    private static ObjectNode inOrder(ObjectNode tree, List<String> order) {
        ObjectNode sorted = Json.object();
        order.stream().filter(tree::has).forEach(name -> sorted.set(name, tree.path(name)));
        tree.properties().stream()
                .filter(field -> !order.contains(field.getKey()))
                .forEach(field -> sorted.set(field.getKey(), field.getValue()));
        return sorted;
    }

    /// A stored definition as it is served, with the defaults of v1beta1.
    public static ObjectNode toServed(ObjectNode stored) {
        ObjectNode tree = stored.deepCopy().put("apiVersion", SERVED);
        if (!(tree.get("spec") instanceof ObjectNode spec)) {
            return tree;
        }
        names(spec);
        String version = spec.path("version").asText("");
        spec.remove("version");
        if (spec.path("versions").isEmpty() && !version.isEmpty()) {
            spec.putArray("versions")
                    .addObject()
                    .put("name", version)
                    .put("served", true)
                    .put("storage", true);
        }
        rename(spec, "JSONPath", "jsonPath");
        spec.path("versions").forEach(one -> rename(one, "JSONPath", "jsonPath"));
        ONCE.forEach((own, once) -> moveDown(spec, own, once));
        conversion(spec);
        if (spec.path("preserveUnknownFields").asBoolean(true)) {
            spec.put("preserveUnknownFields", true);
        } else {
            spec.remove("preserveUnknownFields");
        }
        ArrayNode ordered = Json.array();
        spec.path("versions")
                .forEach(one -> ordered.add(one instanceof ObjectNode node ? inOrder(node, VERSION) : one));
        spec.set("versions", ordered);
        tree.set("spec", inOrder(spec, SPEC));
        return tree;
    }

    private static void names(ObjectNode spec) {
        if (spec.path("scope").asText("").isEmpty()) {
            spec.put("scope", "Namespaced");
        }
        ObjectNode names = spec.withObjectProperty("names");
        String kind = names.path("kind").asText("");
        if (names.path("singular").asText("").isEmpty()) {
            names.put("singular", kind.toLowerCase(Locale.ROOT));
        }
        if (names.path("listKind").asText("").isEmpty() && !kind.isEmpty()) {
            names.put("listKind", kind + "List");
        }
    }

    private static void moveDown(ObjectNode spec, String own, String once) {
        JsonNode value = spec.remove(once);
        if (value != null && !value.isNull()) {
            spec.path("versions").forEach(version -> ((ObjectNode) version).set(own, value.deepCopy()));
        }
    }

    private static void conversion(ObjectNode spec) {
        ObjectNode conversion = spec.withObjectProperty("conversion");
        if (conversion.path("strategy").asText("").isEmpty()) {
            conversion.put("strategy", "None");
        }
        JsonNode client = conversion.remove("webhookClientConfig");
        JsonNode versions = conversion.remove("conversionReviewVersions");
        boolean called = conversion.path("strategy").asText().equals("Webhook");
        if (client == null && versions == null && !called) {
            return;
        }
        ObjectNode webhook = conversion.putObject("webhook");
        if (client != null) {
            if (client.get("service") instanceof ObjectNode service && !service.has("port")) {
                service.put("port", 443);
            }
            webhook.set("clientConfig", client);
        }
        webhook.set("conversionReviewVersions", versions == null ? Json.array().add("v1beta1") : versions);
    }
}
