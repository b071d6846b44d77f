package dev.tenure.apiserver.openapi;

import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/// What types and fields mean, in words of our own, from `descriptions/*.properties`; the head of
/// `any.properties` says how keys are written. A file is read when a schema of its group is first described,
/// and nothing is kept once the documents are made. Confined to the thread that makes them.
final class Descriptions {
    static final String ANY = "any";

    /// What follows the name of a group in the names of its files: more than one file when it is long.
    private static final List<String> PARTS = List.of("", "_volumes", "_cluster");

    private static final String KIND = "x-kubernetes-group-version-kind";
    private static final String TEXT = "description";

    /// One entry whose type has a star, and so is a pattern.
    ///
    /// @param field empty for the type itself
    record Wild(String type, String field, String text) {
        boolean matches(String name, boolean isKind) {
            if (type.equals("*")) {
                return isKind;
            }
            int star = type.indexOf('*');
            return name.length() >= type.length() - 1
                    && name.startsWith(type.substring(0, star))
                    && name.endsWith(type.substring(star + 1));
        }
    }

    /// The entries of one file.
    record Entries(Map<String, String> exact, List<Wild> wild) {
        static Entries of(Properties properties) {
            var exact = new HashMap<String, String>();
            var wild = new ArrayList<Wild>();
            properties.forEach((key, text) -> add(key.toString(), text.toString(), exact, wild));
            wild.sort(Comparator.comparingInt((Wild entry) -> entry.type().length())
                    .reversed());
            return new Entries(exact, wild);
        }

        private static void add(String key, String text, Map<String, String> exact, List<Wild> wild) {
            String[] names = key.split("\\|");
            String last = names[names.length - 1];
            String shared = last.contains(".") ? last.substring(last.indexOf('.')) : "";
            for (String name : names) {
                String whole = name.contains(".") ? name : name + shared;
                int dot = whole.indexOf('.');
                String type = dot < 0 ? whole : whole.substring(0, dot);
                if (type.contains("*")) {
                    wild.add(new Wild(type, dot < 0 ? "" : whole.substring(dot + 1), text));
                } else if (exact.put(whole, text) != null) {
                    throw new IllegalStateException(whole + " is described twice");
                }
            }
        }

        Optional<String> text(String type, String field, boolean isKind) {
            String own = exact.get(field.isEmpty() ? type : type + "." + field);
            if (own != null) {
                return Optional.of(own);
            }
            return wild.stream()
                    .filter(entry -> entry.field().equals(field) && entry.matches(type, isKind))
                    .findFirst()
                    .map(Wild::text);
        }
    }

    private final Map<String, Entries> files = new HashMap<>();

    /// Describes a schema and its fields, as far as there are words for them; what is described already stays
    /// as it is.
    ///
    /// @param name for example `io.k8s.api.core.v1.Toleration`
    void describe(String name, JsonNode schema) {
        if (!(schema instanceof ObjectNode type)) {
            return;
        }
        int dot = name.lastIndexOf('.');
        String group = name.substring(0, dot);
        String simple = name.substring(dot + 1);
        boolean isKind = schema.has(KIND);
        put(type, text(group, simple, "", isKind));
        for (var field : schema.path("properties").properties()) {
            if (field.getValue() instanceof ObjectNode property) {
                put(property, text(group, simple, field.getKey(), isKind));
            }
        }
    }

    /// Describes what every kind, or list of a kind, has: its version, its name, its metadata, its items.
    void describeEnvelope(String kind, ObjectNode schema, Set<String> fields) {
        for (String field : fields) {
            if (schema.path("properties").path(field) instanceof ObjectNode property) {
                put(property, file(ANY).text(kind, field, true));
            }
        }
    }

    private static void put(ObjectNode schema, Optional<String> text) {
        if (text.isPresent() && !schema.has(TEXT)) {
            schema.put(TEXT, text.get());
        }
    }

    private Optional<String> text(String group, String type, String field, boolean isKind) {
        return file(group).text(type, field, isKind).or(() -> file(ANY).text(type, field, isKind));
    }

    /// @param name the front of types' names, such as `io.k8s.api.core.v1`, or `any`
    Entries file(String name) {
        return files.computeIfAbsent(name, Descriptions::read);
    }

    /// The entries of a group, from all its files; none if it has no file.
    private static Entries read(String name) {
        var properties = new Properties();
        for (String part : PARTS) {
            String path = "descriptions/" + name + part + ".properties";
            try (InputStream file = Descriptions.class.getResourceAsStream(path)) {
                if (file != null) {
                    properties.load(new InputStreamReader(file, StandardCharsets.UTF_8));
                }
            } catch (IOException e) {
                throw new IllegalStateException(path + " cannot be read", e);
            }
        }
        return Entries.of(properties);
    }
}
