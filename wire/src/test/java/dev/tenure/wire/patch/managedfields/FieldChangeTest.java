package dev.tenure.wire.patch.managedfields;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.patch.PatchTrees;
import dev.tenure.wire.schema.GroupVersionKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is remembered of changes equals what the sets themselves say.
final class FieldChangeTest {
    private static final GroupVersionKind POD = new GroupVersionKind("", "v1", "Pod");
    private static final List<FieldScope> SCOPES = List.of(
            FieldScope.builtIn(POD, ""),
            FieldScope.builtIn(POD, "status"),
            FieldScope.builtIn(POD, "resize"),
            FieldScope.builtIn(POD, "binding"));
    private static final List<String> NAMES =
            List.of("metadata", "status", "spec", "labels", "name", "uid", "containers");
    private static final List<String> CONDITIONS = List.of("Ready", "Initialized", "PodScheduled");
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private static FieldSet anySet(Random random) {
        FieldSet set = FieldSet.EMPTY;
        for (int i = random.nextInt(5); i > 0; i--) {
            List<PathElement> path = new ArrayList<>();
            for (int depth = 1 + random.nextInt(3); depth > 0; depth--) {
                path.add(PathElement.field(NAMES.get(random.nextInt(NAMES.size()))));
            }
            set = set.union(FieldSet.of(path));
        }
        return set;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void rememberedSetsEqualThoseWorkedOut(long seed) {
        var random = new Random(seed);
        int same = 0;
        for (int i = 0; i < 4_000; i++) {
            FieldSet removed = anySet(random);
            FieldSet modified = anySet(random).difference(removed);
            var found = new FieldDifferences(removed, modified, anySet(random).difference(removed.union(modified)));
            FieldScope scope = SCOPES.get(random.nextInt(SCOPES.size()));
            FieldSet set = anySet(random);
            FieldChange change = FieldChange.of(found, scope.filter());

            FieldDifferences counted = found.filtered(scope::filtered);
            FieldSet own = ManagedFields.stripped(counted.changed());
            FieldSet left = set.difference(counted.changed().union(counted.removed()));
            assertThat(change.isEmpty()).isEqualTo(counted.isEmpty());
            assertThat(change.gives()).isEqualTo(!own.isEmpty());
            expect(left, change.left(set));
            expect(left.union(own), change.written(set));
            if (left.equals(set)) {
                assertThat(change.left(set)).as("nothing is copied").isSameAs(set);
            }
            same += left.equals(set) ? 1 : 0;
        }
        assertThat(same).isBetween(300, 3_900);
    }

    private static void expect(FieldSet expected, FieldSet found) {
        assertThat(found).isEqualTo(expected);
        assertThat(found.toString())
                .isEqualTo(FieldSet.parse(expected.fieldsV1()).toString());
    }

    /// Field managers that are kept write by write, and read from bytes now and then as those of stored
    /// objects are.
    @ParameterizedTest
    @ValueSource(longs = {5, 6, 7, 8})
    void booksSayWhatComparedObjectsSay(long seed) {
        var random = new Random(seed);
        ObjectNode pod = created();
        for (int i = 0; i < 500; i++) {
            FieldScope scope = SCOPES.get(random.nextInt(SCOPES.size()));
            var writer = new FieldWriter("m" + random.nextInt(4), NOON.plusSeconds(i / 3));
            ObjectNode next = changed(pod, random);
            ArrayNode expected = plainly(scope, pod, next, writer);
            ObjectNode updated = ManagedFields.update(scope, pod, next, writer);
            JsonNode managers = ManagerEntries.of(updated);
            assertThat((managers.isMissingNode() ? Json.array() : managers).toString())
                    .as("write %s", i)
                    .isEqualTo(expected.toString());
            pod = random.nextBoolean() ? updated : Json.readObject(Json.write(updated));
            pod = managers.isEmpty() ? created() : pod;
        }
    }

    private static ObjectNode created() {
        ObjectNode pod =
                PatchTrees.object("{'apiVersion':'v1','kind':'Pod','metadata':{'name':'p','labels':{'a':'b'}}}");
        ObjectNode created = ManagedFields.create(SCOPES.getFirst(), pod, new FieldWriter("m0", NOON));
        created.withObjectProperty("metadata").put("uid", "u");
        return created;
    }

    private static ObjectNode changed(ObjectNode pod, Random random) {
        ObjectNode next = pod.deepCopy();
        for (int i = random.nextInt(3); i >= 0; i--) {
            String value = String.valueOf(random.nextInt(3));
            ObjectNode status = next.withObjectProperty("status");
            switch (random.nextInt(7)) {
                case 0 ->
                    next.withObjectProperty("metadata")
                            .withObjectProperty("labels")
                            .put("l" + value, value);
                case 1 -> next.withObjectProperty("metadata").remove("labels");
                case 2 -> next.withObjectProperty("spec").put("nodeName", value);
                case 3 -> status.put("phase", value);
                case 4 ->
                    status.withArrayProperty("conditions")
                            .addObject()
                            .put("type", value)
                            .put("status", value);
                case 5 -> status.set("conditions", conditions(random));
                default -> status.remove("conditions");
            }
        }
        if (random.nextInt(8) == 0) {
            next.withObjectProperty("metadata").put("resourceVersion", String.valueOf(random.nextInt()));
        }
        return next;
    }

    private static ArrayNode conditions(Random random) {
        ArrayNode conditions = Json.array();
        for (String type : CONDITIONS) {
            if (random.nextInt(3) > 0) {
                conditions.addObject().put("type", type).put("status", random.nextInt(2));
            }
        }
        return conditions;
    }

    /// As managedFields are kept without anything remembered.
    private static ArrayNode plainly(FieldScope scope, ObjectNode before, ObjectNode after, FieldWriter writer) {
        ManagerEntries managers = ManagerEntries.parse(Json.read(Json.write(ManagerEntries.of(before))));
        FieldDifferences found = FieldDifferences.of(
                        ManagerEntries.withoutManagers(before), ManagerEntries.withoutManagers(after), scope.place())
                .filtered(scope::filtered);
        FieldSet own = ManagedFields.stripped(found.changed());
        FieldSet taken = found.changed().union(found.removed());
        managers.changeSets(entry -> entry.without(taken));
        if (!own.isEmpty()) {
            ManagerEntry.Id id = ManagedFields.id(scope, writer, false);
            ManagerEntry standing = managers.get(id);
            FieldSet all = standing == null ? own : standing.set().union(own);
            managers.put(ManagerEntry.of(id, scope, all).withTime(writer.time()));
        }
        managers.capUpdaters();
        return managers.json();
    }
}
