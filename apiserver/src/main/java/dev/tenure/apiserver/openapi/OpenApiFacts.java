package dev.tenure.apiserver.openapi;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;

/// The recorded facts: all schemas, with our descriptions, and the operations of the kinds that are served.
/// Read when somebody asks.
final class OpenApiFacts {
    /// One verb on one path.
    ///
    /// @param kind the served kind that the path leads to; absent for the list of a group's resources
    record Operation(String path, String verb, JsonNode facts, Optional<KindEntry> kind, String subresource) {}

    private final Set<String> defined;
    private final ObjectNode definitions;
    private final List<Operation> operations;

    private OpenApiFacts(ObjectNode definitions, List<Operation> operations, Set<String> defined) {
        this.defined = defined;
        this.definitions = definitions;
        this.operations = operations;
    }

    static OpenApiFacts load(KindTable kinds) {
        var operations = new ArrayList<Operation>();
        for (JsonNode facts : resource("operations.json.gz")) {
            served(kinds, facts).ifPresent(operations::add);
        }
        ObjectNode definitions = definitions();
        var descriptions = new Descriptions();
        definitions.properties().forEach(one -> descriptions.describe(one.getKey(), one.getValue()));
        Set<String> defined = new HashSet<>();
        for (KindEntry entry : kinds.defined()) {
            if (entry.custom().isPresent()) {
                var kind = new DefinedKinds(entry, entry.custom().get(), descriptions);
                kind.addTo(definitions, operations);
                defined.add(kind.model());
            }
        }
        return new OpenApiFacts(definitions, operations, defined);
    }

    /// The recorded schemas by name, without descriptions; each call reads them anew.
    static ObjectNode definitions() {
        return (ObjectNode) resource("definitions.json.gz");
    }

    private static JsonNode resource(String name) {
        try (InputStream file = OpenApiFacts.class.getResourceAsStream(name)) {
            if (file == null) {
                throw new IllegalStateException("resource " + name + " is not part of this build");
            }
            return Json.read(new GZIPInputStream(file).readAllBytes());
        } catch (IOException e) {
            throw new IllegalStateException("resource " + name + " cannot be read", e);
        }
    }

    private static Optional<Operation> served(KindTable kinds, JsonNode facts) {
        String path = facts.path("path").asText();
        String verb = facts.path("verb").asText();
        Optional<String> prefix = prefix(path);
        if (prefix.isEmpty()) {
            return Optional.empty();
        }
        List<String> parts = Arrays.stream(path.substring(prefix.get().length()).split("/"))
                .filter(part -> !part.isEmpty() && !part.equals("watch"))
                .toList();
        if (parts.isEmpty()) {
            return Optional.of(new Operation(path, verb, facts, Optional.empty(), ""));
        }
        boolean namespaced = parts.size() > 2
                && parts.get(0).equals("namespaces")
                && parts.get(1).equals("{namespace}");
        List<String> rest = namespaced ? parts.subList(2, parts.size()) : parts;
        String subresource = rest.size() > 2 ? rest.get(2) : "";
        String[] group = prefix.get().split("/");
        boolean core = group[1].equals("api");
        return kinds.find(core ? "" : group[2], core ? group[2] : group[3], rest.getFirst())
                .filter(kind ->
                        subresource.isEmpty() || kind.subresource(subresource).isPresent())
                .map(kind -> new Operation(path, verb, facts, Optional.of(kind), subresource));
    }

    /// `/api/v1/` or `/apis/apps/v1/`, when the path is of a group's version.
    private static Optional<String> prefix(String path) {
        String[] parts = path.split("/", -1);
        if (parts.length > 3 && parts[1].equals("api")) {
            return Optional.of("/api/" + parts[2] + "/");
        }
        if (parts.length > 4 && parts[1].equals("apis")) {
            return Optional.of("/apis/" + parts[2] + "/" + parts[3] + "/");
        }
        return Optional.empty();
    }

    List<Operation> operations() {
        return operations;
    }

    /// Operations whose path begins with a group's version.
    List<Operation> operations(String prefix) {
        return operations.stream().filter(op -> op.path().startsWith(prefix)).toList();
    }

    /// Whether it is the schema that a definition gives its kind, as opposed to a recorded one or one of a
    /// list.
    boolean isOfDefinedKind(String name) {
        return defined.contains(name);
    }

    JsonNode definition(String name) {
        return definitions.path(name);
    }

    /// The names of all schemas that the operations need, directly or through others, in order.
    Set<String> needed(List<Operation> of) {
        var names = new LinkedHashSet<String>();
        for (Operation operation : of) {
            operation.facts().path("body").forEach(name -> names.add(name.asText()));
            operation.facts().path("responses").forEach(all -> all.forEach(name -> names.add(name.asText())));
        }
        return neededOf(names);
    }

    /// These schemas and all that they need, in order.
    Set<String> neededOf(Collection<String> names) {
        var found = new TreeSet<String>();
        var waiting = new LinkedHashSet<>(names);
        while (!waiting.isEmpty()) {
            String name = waiting.removeFirst();
            if (definitions.has(name) && found.add(name)) {
                references(definition(name), waiting);
            }
        }
        return found;
    }

    private static void references(JsonNode schema, Set<String> into) {
        JsonNode reference = schema.path("$ref");
        if (reference.isTextual()) {
            String text = reference.asText();
            into.add(text.substring(text.lastIndexOf('/') + 1));
        }
        schema.forEach(child -> references(child, into));
    }
}
