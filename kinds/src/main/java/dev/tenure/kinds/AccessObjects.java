package dev.tenure.kinds;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Reads the roles and bindings of a new cluster out of their table.
final class AccessObjects {
    private static final String GROUP = "rbac.authorization.k8s.io";
    private static final String API_VERSION = GROUP + "/v1";
    private static final String IN = "in=";

    private AccessObjects() {}

    /// Roles and bindings, of the cluster and of its namespaces, without what a server adds.
    static List<ObjectNode> all() {
        var objects = new ArrayList<ObjectNode>();
        for (String line : lines()) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] words = line.split(" ");
            switch (words[0]) {
                case "role" -> objects.add(role(words));
                case "binding" -> objects.add(binding(words));
                default -> rules(objects.getLast()).add(rule(words));
            }
        }
        return objects;
    }

    private static List<String> lines() {
        try (InputStream in = AccessObjects.class.getResourceAsStream("access.txt")) {
            if (in == null) {
                throw new IllegalStateException("access.txt is missing from the server's jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException("access.txt cannot be read", e);
        }
    }

    /// @param words the name of the object, and `in=NAMESPACE` when it is one of a namespace
    private static ObjectNode begin(String kind, String[] words) {
        Optional<String> namespace = namespace(words);
        ObjectNode object = Json.object();
        object.put("kind", namespace.isPresent() ? kind : "Cluster" + kind).put("apiVersion", API_VERSION);
        ObjectNode metadata = object.putObject("metadata");
        metadata.put("name", words[1]);
        namespace.ifPresent(name -> metadata.put("namespace", name));
        metadata.putObject("labels").put("kubernetes.io/bootstrapping", "rbac-defaults");
        metadata.putObject("annotations").put(GROUP.replace("k8s", "kubernetes") + "/autoupdate", "true");
        return object;
    }

    private static Optional<String> namespace(String[] words) {
        return Arrays.stream(words)
                .filter(word -> word.startsWith(IN))
                .map(word -> word.substring(IN.length()))
                .findFirst();
    }

    private static ObjectNode role(String[] words) {
        ObjectNode role = begin("Role", words);
        ObjectNode labels = (ObjectNode) role.path("metadata").path("labels");
        role.putNull("rules");
        for (int i = 2; i < words.length; i++) {
            String target = words[i].substring(words[i].indexOf('=') + 1);
            String label = GROUP + "/aggregate-to-" + target;
            if (words[i].startsWith("into=")) {
                labels.put(label, "true");
            } else if (words[i].startsWith("aggregates=")) {
                role.putObject("aggregationRule")
                        .putArray("clusterRoleSelectors")
                        .addObject()
                        .putObject("matchLabels")
                        .put(label, "true");
            }
        }
        return role;
    }

    private static ArrayNode rules(ObjectNode role) {
        return role.get("rules") instanceof ArrayNode there ? there : role.putArray("rules");
    }

    private static ObjectNode rule(String[] words) {
        ObjectNode rule = Json.object();
        list(rule, "verbs", words[0]);
        if (words[1].equals("url")) {
            list(rule, "nonResourceURLs", words[2]);
            return rule;
        }
        list(rule, "apiGroups", words[1]);
        list(rule, "resources", words[2]);
        if (words.length > 3) {
            list(rule, "resourceNames", words[3].substring("names=".length()));
        }
        return rule;
    }

    private static void list(ObjectNode rule, String field, String words) {
        ArrayNode list = rule.putArray(field);
        for (String word : words.split(",")) {
            list.add(word.equals("core") ? "" : word);
        }
    }

    private static ObjectNode binding(String[] words) {
        ObjectNode binding = begin("RoleBinding", words);
        List<String> subjects = Arrays.stream(words, 3, words.length)
                .filter(word -> !word.startsWith(IN))
                .toList();
        if (!subjects.isEmpty()) {
            ArrayNode list = binding.putArray("subjects");
            subjects.forEach(word -> subject(list.addObject(), word));
        }
        binding.putObject("roleRef")
                .put("apiGroup", GROUP)
                .put("kind", namespace(words).isPresent() ? "Role" : "ClusterRole")
                .put("name", words[2]);
        return binding;
    }

    private static void subject(ObjectNode subject, String word) {
        int colon = word.indexOf(':');
        String name = word.substring(colon + 1);
        switch (word.substring(0, colon)) {
            case "user" -> subject.put("kind", "User").put("apiGroup", GROUP).put("name", name);
            case "group" -> subject.put("kind", "Group").put("apiGroup", GROUP).put("name", name);
            case "account" -> {
                int second = name.indexOf(':');
                subject.put("kind", "ServiceAccount").put("name", name.substring(second + 1));
                subject.put("namespace", name.substring(0, second));
            }
            default -> throw new IllegalStateException("unknown subject " + word);
        }
    }
}
