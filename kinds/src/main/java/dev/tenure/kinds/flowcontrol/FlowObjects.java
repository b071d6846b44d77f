package dev.tenure.kinds.flowcontrol;

import dev.tenure.apiserver.handler.ObjectTrees;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Reads the priority levels and flow schemas of a new cluster out of their table. Pure but for that.
/// Upstream: apiserver/pkg/apis/flowcontrol/bootstrap.
public final class FlowObjects {
    /// Who has written the specs in upstream's cluster.
    public static final String PRODUCER = "api-priority-and-fairness-config-producer-v1";

    static final String EXEMPT = "exempt";
    static final String CATCH_ALL = "catch-all";

    /// Who says of a schema whether its level is there.
    static final String CONSUMER = "api-priority-and-fairness-config-consumer-v1";

    /// Those that nobody may change.
    static final Set<String> MANDATORY = Set.of(EXEMPT, CATCH_ALL);

    /// The annotation that says whether the spec of an object is the server's.
    static final String OWN = "apf.kubernetes.io/autoupdate-spec";

    private static final String API_VERSION = "flowcontrol.apiserver.k8s.io/v1";
    static final String SCHEMA = "FlowSchema";
    static final String LEVEL = "PriorityLevelConfiguration";
    private static final String GROUP = "flowcontrol.apiserver.k8s.io";
    static final ResourceId SCHEMAS = new ResourceId(GROUP, "flowschemas");
    static final ResourceId LEVELS = new ResourceId(GROUP, "prioritylevelconfigurations");
    private static final int QUEUE_LENGTH = 50;
    private static final int SUBJECTS_FROM = 5;

    private FlowObjects() {}

    /// Levels and schemas, without what a server adds.
    public static List<ObjectNode> all() {
        var objects = new ArrayList<ObjectNode>();
        for (String line : lines()) {
            String[] words = line.split(" ");
            switch (words[0]) {
                case "#" -> {}
                case "level" -> objects.add(level(words));
                case "schema" -> objects.add(schema(words));
                default -> rule(objects.getLast(), words);
            }
        }
        return objects;
    }

    /// Says of a schema that its level is there, and who says so.
    ///
    /// @param now as it stands in objects
    public static void noteLevel(ObjectNode schema, String now) {
        ObjectNode condition = levelCondition(schema, Set.of(level(schema)), now);
        schema.putObject("status").putArray("conditions").add(condition);
        ObjectNode manager =
                schema.withObjectProperty("metadata").putArray("managedFields").addObject();
        manager.put("manager", CONSUMER)
                .put("operation", "Apply")
                .put("apiVersion", API_VERSION)
                .put("time", now)
                .put("fieldsType", "FieldsV1");
        ObjectNode owned = manager.putObject("fieldsV1")
                .putObject("f:status")
                .putObject("f:conditions")
                .putObject("k:{\"type\":\"Dangling\"}");
        owned.putObject(".");
        condition.fieldNames().forEachRemaining(field -> owned.putObject("f:" + field));
        manager.put("subresource", "status");
    }

    private static String level(ObjectNode schema) {
        return schema.at("/spec/priorityLevelConfiguration/name").asText();
    }

    /// What a schema says of its level.
    ///
    /// @param levels the names of all that are there
    /// @param now as it stands in objects
    static ObjectNode levelCondition(ObjectNode schema, Set<String> levels, String now) {
        boolean found = levels.contains(level(schema));
        return Json.object()
                .put("type", "Dangling")
                .put("status", found ? "False" : "True")
                .put("lastTransitionTime", now)
                .put("reason", found ? "Found" : "NotFound")
                .put(
                        "message",
                        "This FlowSchema references the PriorityLevelConfiguration object named \"%s\" %s"
                                .formatted(level(schema), found ? "and it exists" : "but there is no such object"));
    }

    /// Whether two conditions differ in nothing but their time.
    static boolean saysTheSame(JsonNode one, JsonNode other) {
        return Stream.of("type", "status", "reason", "message")
                .allMatch(field ->
                        one.path(field).asText("").equals(other.path(field).asText("")));
    }

    /// Whether nobody may change what an object of this name says.
    static boolean isMandatory(String name) {
        return MANDATORY.contains(name);
    }

    static String name(ObjectNode object) {
        return ObjectTrees.text(object.path("metadata"), "name");
    }

    public static boolean isSchema(ObjectNode object) {
        return object.path("kind").asText().equals(SCHEMA);
    }

    /// The spec that an object of this name has to have.
    static Optional<ObjectNode> fixedSpec(String kind, String name) {
        return isMandatory(name)
                ? all().stream()
                        .filter(object -> object.path("kind").asText().equals(kind)
                                && object.path("metadata").path("name").asText().equals(name))
                        .map(object -> object.withObjectProperty("spec"))
                        .findFirst()
                : Optional.empty();
    }

    private static List<String> lines() {
        try (InputStream in = FlowObjects.class.getResourceAsStream("flows.txt")) {
            if (in == null) {
                throw new IllegalStateException("flows.txt is missing from the server's jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException("flows.txt cannot be read", e);
        }
    }

    /// An object with its name alone.
    static ObjectNode begin(String kind, String name) {
        ObjectNode object = Json.object().put("kind", kind).put("apiVersion", API_VERSION);
        object.putObject("metadata").put("name", name);
        return object;
    }

    private static ObjectNode own(String kind, String name) {
        ObjectNode object = begin(kind, name);
        object.withObjectProperty("metadata").putObject("annotations").put(OWN, "true");
        return object;
    }

    private static ObjectNode level(String[] words) {
        ObjectNode level = own(LEVEL, words[1]);
        int shares = Integer.parseInt(words[2]);
        int lendable = Integer.parseInt(words[3]);
        ObjectNode spec = level.putObject("spec");
        if (words[1].equals(EXEMPT)) {
            spec.put("type", "Exempt")
                    .putObject("exempt")
                    .put("nominalConcurrencyShares", shares)
                    .put("lendablePercent", lendable);
            return level;
        }
        ObjectNode limited = spec.put("type", "Limited").putObject("limited").put("nominalConcurrencyShares", shares);
        boolean queues = words.length > 4;
        ObjectNode response = limited.putObject("limitResponse").put("type", queues ? "Queue" : "Reject");
        if (queues) {
            response.putObject("queuing")
                    .put("queues", Integer.parseInt(words[4]))
                    .put("handSize", Integer.parseInt(words[5]))
                    .put("queueLengthLimit", QUEUE_LENGTH);
        }
        limited.put("lendablePercent", lendable);
        return level;
    }

    private static ObjectNode schema(String[] words) {
        ObjectNode schema = own(SCHEMA, words[1]);
        ObjectNode spec = schema.putObject("spec");
        spec.putObject("priorityLevelConfiguration").put("name", words[2]);
        spec.put("matchingPrecedence", Integer.parseInt(words[3]));
        if (!words[4].equals("none")) {
            spec.putObject("distinguisherMethod").put("type", words[4]);
        }
        ArrayNode subjects = spec.putArray("rules").addObject().putArray("subjects");
        Arrays.stream(words, SUBJECTS_FROM, words.length).forEach(word -> subject(subjects.addObject(), word));
        return schema;
    }

    private static void subject(ObjectNode subject, String word) {
        int colon = word.indexOf(':');
        String name = word.substring(colon + 1);
        switch (word.substring(0, colon)) {
            case "user" -> subject.put("kind", "User").putObject("user").put("name", name);
            case "group" -> subject.put("kind", "Group").putObject("group").put("name", name);
            default -> {
                String[] account = name.split(":");
                subject.put("kind", "ServiceAccount")
                        .putObject("serviceAccount")
                        .put("namespace", account[0])
                        .put("name", account[1]);
            }
        }
    }

    private static void rule(ObjectNode schema, String[] words) {
        ObjectNode rules = (ObjectNode) schema.path("spec").path("rules").path(0);
        boolean paths = words[1].equals("url");
        String list = paths ? "nonResourceRules" : "resourceRules";
        ArrayNode all = rules.get(list) instanceof ArrayNode there ? there : rules.putArray(list);
        ObjectNode rule = all.addObject();
        texts(rule, "verbs", words[0]);
        if (paths) {
            texts(rule, "nonResourceURLs", words[2]);
            return;
        }
        texts(rule, "apiGroups", words[1]);
        texts(rule, "resources", words[2]);
        if (words[3].equals("cluster")) {
            rule.put("clusterScope", true);
        }
        texts(rule, "namespaces", "*");
    }

    private static void texts(ObjectNode rule, String field, String words) {
        ArrayNode list = rule.putArray(field);
        for (String word : words.split(",")) {
            list.add(word.equals("core") ? "" : word);
        }
    }
}
