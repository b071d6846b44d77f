package dev.tenure.plan.export;

import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.ClusterDump.Item;
import dev.tenure.plan.source.Gap;
import dev.tenure.plan.source.LastTaintChange;
import dev.tenure.plan.source.Place;
import dev.tenure.plan.source.WorldKinds;
import dev.tenure.rules.taint.PastTaintTerm;
import dev.tenure.rules.taint.TaintTerm;
import dev.tenure.rules.taint.TaintTermParser;
import dev.tenure.rules.taint.TaintTerms;
import dev.tenure.sim.world.StoredForms;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonSyntaxException;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.TextNode;
import dev.tenure.wire.schema.GroupVersionKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A cluster under pseudonyms, in which the same happens as in the one it is of. Every text is replaced
/// unless it is known that it says nothing of its cluster's users: choices of Kubernetes' own words,
/// quantities, times, uids, labels and domains of Kubernetes. Messages are emptied. Only kinds that forecasts
/// need are kept. Confined to one thread.
public final class Redaction {
    private static final String ORIGIN = "a cluster under pseudonyms";

    /// Words that Kubernetes chose.
    private static final Set<String> KEPT = Set.of(
            "$patch",
            "uid",
            "kind",
            "phase",
            "status",
            "effect",
            "operator",
            "protocol",
            "medium",
            "qosClass",
            "sessionAffinity",
            "whenUnsatisfiable",
            "scopeName",
            "scopes",
            "ipFamilies",
            "completionMode",
            "budgets",
            "replacement",
            "alsoEvictFor",
            "spare",
            "maxTaintedNodes",
            "conditionPolicy",
            "enforcementMode",
            "requiredStatus",
            "currentStatus",
            "defaultStatus",
            "taintStatus",
            "failures",
            "resource",
            "divisor",
            "sizeLimit",
            "storage",
            "maximumVolumeSize",
            "resourceVersion",
            "terminationMessagePath",
            "kubeletVersion",
            "declaredFeatures",
            "operatingSystem",
            "architecture");

    private static final Pattern CHOICE = Pattern.compile("[A-Z][A-Za-z0-9]*");
    private static final List<String> CHOICES = List.of("Policy", "Mode", "Modes", "Type", "type", "reason");

    private static final Set<String> LABELS = Set.of("labels", "matchLabels", "annotations");
    private static final Set<String> SELECTORS = Set.of("selector", "nodeSelector");
    private static final Set<String> QUANTITIES = Set.of(
            "requests",
            "limits",
            "capacity",
            "allocatable",
            "allocatedResources",
            "hard",
            "used",
            "overhead",
            "podFixed",
            "default",
            "defaultRequest",
            "max",
            "min",
            "maxLimitRequestRatio");
    private static final Set<String> KEYS = Set.of("key", "topologyKey", "matchLabelKeys", "finalizers");
    private static final Set<String> TEXTS = Set.of(
            "command",
            "args",
            "path",
            "mountPath",
            "subPath",
            "subPathExpr",
            "workingDir",
            "description",
            "machineID",
            "systemUUID",
            "bootID",
            "kernelVersion",
            "osImage");
    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
    private static final Pattern QUOTED = Pattern.compile("\\['(.*)']");

    private final Pseudonyms words;
    private static final String FIELDS = "managedFields";

    private final StoredForms forms = new StoredForms();

    private Redaction(Pseudonyms words) {
        this.words = words;
    }

    /// For objects that come one by one.
    ///
    /// @param known the pseudonyms of earlier runs, which stay the same
    /// @param chosen hears of each that is new, before it is used
    public static Redaction with(List<Pseudonym> known, Consumer<Pseudonym> chosen) {
        var words = new Pseudonyms(chosen);
        known.forEach(words::know);
        return new Redaction(words);
    }

    /// The same cluster under pseudonyms.
    public static ClusterDump of(ClusterDump dump) {
        Redaction redaction = with(List.of(), _ -> {});
        var items = new ArrayList<Item>();
        for (Item item : dump.items()) {
            if (WorldKinds.isNeeded(item.key())) {
                items.add(new Item(redaction.object(item.object()), new Place(ORIGIN, 0)));
            }
        }
        List<Gap> gaps = dump.gaps().stream()
                .map(gap -> new Gap(
                        gap.resource(),
                        (gap.absent() ? "none" : "unknown") + " when the cluster was exported",
                        gap.unknown(),
                        gap.absent()))
                .toList();
        return new ClusterDump(ORIGIN, dump.moment(), items, gaps, List.of(), dump.stated());
    }

    /// One object under pseudonyms, with its uid, revision and what it does.
    public StoredObject object(StoredObject object) {
        if (WorldKinds.isBreaker(object.key())) {
            // a file of ours, which tells nothing of the cluster
            return object;
        }
        ObjectNode tree = Json.readObject(object.json());
        LastTaintChange.keepAlone(tree);
        JsonNode times = tree.withObject("/metadata").path(FIELDS);
        tree.withObject("/metadata").remove(FIELDS);
        if (tree.at("/metadata/annotations") instanceof ObjectNode annotations) {
            annotations.remove(LAST_APPLIED);
        }
        ObjectNode redacted = object(tree, "");
        if (object.key().resource().equals("configmaps")) {
            redacted.set("data", record(tree.path("data")));
        }
        if (!times.isEmpty()) {
            redacted.withObject("/metadata").set(FIELDS, times);
        }
        var kind = GroupVersionKind.of(
                redacted.path("apiVersion").asText(), redacted.path("kind").asText());
        return forms.read(Json.write(redacted), kind).withRevision(object.revision());
    }

    /// Of the record of a node's evictions: since when it carries which taints, which decides when pods
    /// leave.
    private ObjectNode record(JsonNode data) {
        ObjectNode out = Json.object()
                .put("node", words.name(data.path("node").asText()))
                .put("nodeUid", data.path("nodeUid").asText())
                .put("stays", "[]")
                .put("evictions", "[]");
        try {
            JsonNode stays = Json.read(data.path("stays").asText("[]").getBytes(StandardCharsets.UTF_8));
            for (JsonNode stay : stays) {
                if (stay instanceof ObjectNode one) {
                    one.put("taint", taint(one.path("taint").asText()));
                }
            }
            return out.put("stays", new String(Json.write(stays), StandardCharsets.UTF_8));
        } catch (JsonSyntaxException _) {
            return out;
        }
    }

    /// `key:effect` or `key=value:effect`.
    private String taint(String taint) {
        int colon = taint.lastIndexOf(':');
        String before = colon < 0 ? taint : taint.substring(0, colon);
        int equals = before.indexOf('=');
        String redacted = equals < 0
                ? words.key(before)
                : words.key(before.substring(0, equals)) + "=" + words.name(before.substring(equals + 1));
        return colon < 0 ? redacted : redacted + taint.substring(colon);
    }

    /// @param in the field or list in which it stands
    private ObjectNode object(ObjectNode object, String in) {
        ObjectNode out = Json.object();
        boolean foreign = isForeign(object.path("apiVersion").asText(""));
        for (Map.Entry<String, JsonNode> each : object.properties()) {
            String field = each.getKey();
            JsonNode value = each.getValue();
            if (foreign && field.equals("kind")) {
                out.put(field, words.name(value.asText()));
            } else {
                out.set(field, value(value, field, in));
            }
        }
        return out;
    }

    private static boolean isForeign(String apiVersion) {
        int slash = apiVersion.indexOf('/');
        String group = slash < 0 ? "" : apiVersion.substring(0, slash);
        return group.contains(".") && !Pseudonyms.isOpen(group);
    }

    private JsonNode value(JsonNode value, String field, String in) {
        if (value instanceof ObjectNode object) {
            if (isLabels(field, object)) {
                return labels(object, field);
            }
            return QUANTITIES.contains(field) ? quantities(object) : object(object, field);
        }
        if (value instanceof ArrayNode list) {
            ArrayNode out = Json.object().putArray(field);
            list.forEach(each -> out.add(value(each, field, field)));
            return out;
        }
        return value.isTextual() ? TextNode.valueOf(text(value.asText(), field, in)) : value;
    }

    /// Selectors of services and ReplicationControllers, and those of nodes in pods, are labels; others are
    /// objects.
    private static boolean isLabels(String field, ObjectNode object) {
        return LABELS.contains(field)
                || (SELECTORS.contains(field)
                        && object.properties().stream()
                                .allMatch(each -> each.getValue().isTextual()));
    }

    private ObjectNode labels(ObjectNode labels, String field) {
        ObjectNode out = Json.object();
        labels.properties().forEach(each -> {
            String key = each.getKey();
            String value = each.getValue().asText();
            int slash = key.indexOf('/');
            boolean own = slash > 0 && (key.substring(0, slash) + ".").contains("tenure.dev.");
            if (key.equals(PastTaintTerm.ANNOTATION)) {
                return; // nothing comes of what is over
            }
            if (key.startsWith(TaintTerms.PREFIX)) {
                term(value).ifPresent(term -> out.put(TaintTerms.PREFIX + words.name(key.substring(slash + 1)), term));
            } else if (own) {
                out.put(key, value);
            } else if (field.equals("annotations") && words.key(key).equals(key)) {
                out.put(key, words.name(value));
            } else {
                out.put(words.key(key), field.equals("annotations") ? words.text(value) : words.name(value));
            }
        });
        return out;
    }

    /// The term of a taint: when it ends stays, on whose account does not.
    private Optional<String> term(String text) {
        try {
            TaintTerm term = TaintTermParser.parse(text);
            String times = term.since().map(since -> " since " + since).orElse("") + " until " + term.until();
            return Optional.of(taint(term.taint().toString()) + times);
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private ObjectNode quantities(ObjectNode quantities) {
        ObjectNode out = Json.object();
        quantities.properties().forEach(each -> out.set(resource(each.getKey()), quantity(each.getValue())));
        return out;
    }

    /// In a volume's `capacity` and the like, quantities; some devices have objects there.
    private JsonNode quantity(JsonNode value) {
        return value instanceof ObjectNode object ? object(object, "") : value;
    }

    private String resource(String name) {
        if (!name.contains("/")) {
            return name;
        }
        for (String prefix : List.of("requests.", "limits.")) {
            if (name.startsWith(prefix)) {
                return prefix + words.key(name.substring(prefix.length()));
            }
        }
        return words.key(name);
    }

    private String text(String text, String field, String in) {
        if (KEPT.contains(field) || QUANTITIES.contains(field)) {
            return text;
        }
        if (CHOICES.stream().anyMatch(field::endsWith)) {
            return CHOICE.matcher(text).matches() ? text : words.key(text);
        }
        if (TEXTS.contains(field) || (in.equals("env") && field.equals("value"))) {
            return words.text(text);
        }
        return KEYS.contains(field) ? words.key(text) : special(text, field);
    }

    private String special(String text, String field) {
        return switch (field) {
            case "message", "note" -> "";
            case "apiVersion" -> isForeign(text) ? words.name(text) : text;
            case "fieldPath" -> {
                Matcher quoted = QUOTED.matcher(text);
                yield quoted.find() ? text.substring(0, quoted.start(1)) + words.key(quoted.group(1)) + "']" : text;
            }
            default -> words.name(text);
        };
    }
}
