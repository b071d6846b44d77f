package dev.tenure.kinds.flowcontrol;

import dev.tenure.apiserver.handler.ObjectTrees;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.kinds.upkeep.OwnRequest;
import dev.tenure.kinds.upkeep.Upkeep;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Once a minute: makes the FlowSchemas and PriorityLevelConfigurations that every cluster has anew where
/// they are missing, gives them their specs back unless somebody has made one his own, and deletes those that
/// say that they are the server's and are none of its. At once: says of each FlowSchema whether its level is
/// there. Stateless. Upstream: registry/flowcontrol/rest, registry/flowcontrol/ensurer,
/// apiserver/pkg/util/flowcontrol/apf_controller.go.
public final class FlowUpkeep implements Upkeep {
    private static final Duration PERIOD = Duration.ofMinutes(1);
    private static final OwnRequest TELLING = OwnRequest.of(FlowObjects.SCHEMAS).as(FlowObjects.CONSUMER);

    /// What Go's strconv.ParseBool takes for true, and for false.
    private static final Set<String> TRUE = Set.of("1", "t", "T", "true", "TRUE", "True");

    private static final Set<String> FALSE = Set.of("0", "f", "F", "false", "FALSE", "False");

    @Override
    public String name() {
        return "flow-objects";
    }

    @Override
    public List<ResourceId> followed() {
        return List.of(FlowObjects.SCHEMAS, FlowObjects.LEVELS);
    }

    @Override
    public Optional<Duration> period() {
        return Optional.of(PERIOD);
    }

    @Override
    public List<ApiRequest> writes(Look look) {
        List<ObjectNode> levels = look.objects().apply(FlowObjects.LEVELS);
        List<ObjectNode> schemas = look.objects().apply(FlowObjects.SCHEMAS);
        List<ApiRequest> writes = new ArrayList<>();
        if (look.round()) {
            keep(byName(levels), byName(schemas), writes);
        }
        tell(levels, schemas, ObjectTrees.seconds(look.now()), writes);
        return writes;
    }

    /// Those that nobody may change come last, as upstream has it, and levels before the schemas that name
    /// them.
    private static void keep(Map<String, ObjectNode> levels, Map<String, ObjectNode> schemas, List<ApiRequest> writes) {
        List<ObjectNode> wanted = FlowObjects.all().stream()
                .sorted(Comparator.comparing((ObjectNode each) -> FlowObjects.isMandatory(FlowObjects.name(each)))
                        .thenComparing(FlowObjects::isSchema))
                .toList();
        for (ObjectNode each : wanted) {
            boolean schema = FlowObjects.isSchema(each);
            OwnRequest request = OwnRequest.of(schema ? FlowObjects.SCHEMAS : FlowObjects.LEVELS)
                    .as(FlowObjects.PRODUCER);
            ObjectNode there = (schema ? schemas : levels).remove(FlowObjects.name(each));
            if (there == null) {
                writes.add(request.create(each));
            } else {
                revised(there, each).ifPresent(next -> writes.add(request.update(next)));
            }
        }
        unwanted(schemas, FlowObjects.SCHEMAS, writes);
        unwanted(levels, FlowObjects.LEVELS, writes);
    }

    /// What is left says itself whether it is the server's.
    private static void unwanted(Map<String, ObjectNode> left, ResourceId resource, List<ApiRequest> writes) {
        left.values().stream()
                .filter(each -> stated(each).filter(own -> own).isPresent())
                .forEach(each -> writes.add(OwnRequest.of(resource).delete(each)));
    }

    /// An object as it has to be; empty when it is so. Its annotation says whether its spec is the server's,
    /// and where it says nothing, whether somebody has changed the spec does.
    static Optional<ObjectNode> revised(ObjectNode there, ObjectNode wanted) {
        boolean own = FlowObjects.isMandatory(FlowObjects.name(wanted))
                || stated(there)
                        .orElseGet(
                                () -> there.path("metadata").path("generation").asLong(0) == 1);
        boolean annotated = stated(there).filter(said -> said == own).isPresent();
        boolean changed = own && !isSpec(there, wanted);
        if (annotated && !changed) {
            return Optional.empty();
        }
        ObjectNode next = there.deepCopy();
        if (changed) {
            next.set("spec", wanted.path("spec").deepCopy());
        }
        if (!annotated) {
            next.withObjectProperty("metadata")
                    .withObjectProperty("annotations")
                    .put(FlowObjects.OWN, String.valueOf(own));
        }
        return Optional.of(next);
    }

    /// Of the level that is exempt everybody may choose the shares.
    private static boolean isSpec(ObjectNode there, ObjectNode wanted) {
        JsonNode exempt = there.at("/spec/exempt");
        if (!FlowObjects.isSchema(wanted) && FlowObjects.name(wanted).equals(FlowObjects.EXEMPT) && exempt.isObject()) {
            ObjectNode free = wanted.deepCopy();
            free.withObjectProperty("spec").set("exempt", exempt.deepCopy());
            return SameValue.same(there.path("spec"), free.path("spec"));
        }
        return SameValue.same(there.path("spec"), wanted.path("spec"));
    }

    /// What the annotation says; empty when it is none or says neither.
    private static Optional<Boolean> stated(ObjectNode object) {
        String text = object.path("metadata")
                .path("annotations")
                .path(FlowObjects.OWN)
                .asText("");
        return TRUE.contains(text) ? Optional.of(true) : Optional.of(false).filter(_ -> FALSE.contains(text));
    }

    private static void tell(List<ObjectNode> levels, List<ObjectNode> schemas, String now, List<ApiRequest> writes) {
        Set<String> names = new TreeSet<>(FlowObjects.MANDATORY);
        levels.forEach(level -> names.add(FlowObjects.name(level)));
        for (ObjectNode schema : schemas) {
            ObjectNode wanted = FlowObjects.levelCondition(schema, names, now);
            boolean told = schema.at("/status/conditions")
                    .valueStream()
                    .anyMatch(condition -> FlowObjects.saysTheSame(condition, wanted));
            if (!told) {
                ObjectNode applied = FlowObjects.begin(FlowObjects.SCHEMA, FlowObjects.name(schema));
                applied.putObject("status").putArray("conditions").add(wanted);
                writes.add(TELLING.applyStatus(applied));
            }
        }
    }

    private static Map<String, ObjectNode> byName(List<ObjectNode> objects) {
        Map<String, ObjectNode> found = new LinkedHashMap<>();
        objects.forEach(object -> found.put(FlowObjects.name(object), object));
        return found;
    }
}
