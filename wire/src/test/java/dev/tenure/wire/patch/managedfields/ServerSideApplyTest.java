package dev.tenure.wire.patch.managedfields;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.model.meta.Status;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.patch.MergePatch;
import dev.tenure.wire.patch.PatchException;
import dev.tenure.wire.patch.PatchTrees;
import dev.tenure.wire.patch.Recorded;
import dev.tenure.wire.patch.Values;
import dev.tenure.wire.schema.GroupVersionKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerSideApplyTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final GroupVersionKind DEPLOYMENT = new GroupVersionKind("apps", "v1", "Deployment");
    private static final GroupVersionKind SERVICE = new GroupVersionKind("", "v1", "Service");
    private static final GroupVersionKind MAP = new GroupVersionKind("", "v1", "ConfigMap");
    private static final FieldScope DEPLOYMENTS = FieldScope.of(Recorded.type(DEPLOYMENT), DEPLOYMENT, "", "status");
    private static final FieldScope SERVICES = FieldScope.of(Recorded.type(SERVICE), SERVICE, "", "status");
    private static final FieldScope MAPS = FieldScope.of(Recorded.type(MAP), MAP, "");
    private static final String ANNOTATION = "kubectl.kubernetes.io/last-applied-configuration";

    /// The pod spec of a Deployment after each manager applied its own, in turn.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // what one manager drops goes, unless another has it too
                "{'nodeSelector':{'a':'1'},'hostname':'h'} | {'nodeSelector':{'a':'1'}} | | {'nodeSelector':{'a':'1'}}",
                "{'containers':[{'name':'a','image':'i'},{'name':'b'}]} | {'containers':[{'name':'a'}]} | | {'containers':[{'name':'a'}]}",
                "{'containers':[{'name':'a'},{'name':'b'}]} | {'containers':[{'name':'b'}]} | {'containers':[{'name':'a','tty':true}]} | {'containers':[{'name':'a','tty':true},{'name':'b'}]}",
                "{'hostname':'h'} | {} | {'hostname':'h'} | {'hostname':'h'}",
                // lists keep the live order, but for what a configuration orders
                "{'containers':[{'name':'a'},{'name':'b'}]} | | {'containers':[{'name':'c'}]} | {'containers':[{'name':'a'},{'name':'b'},{'name':'c'}]}",
                "{'containers':[{'name':'a'},{'name':'b'}]} | | {'containers':[{'name':'b'},{'name':'a'}]} | {'containers':[{'name':'b'},{'name':'a'}]}",
                "{'containers':[{'name':'a'},{'name':'b'},{'name':'c'}]} | | {'containers':[{'name':'n'},{'name':'b'}]} | {'containers':[{'name':'a'},{'name':'n'},{'name':'b'},{'name':'c'}]}",
                // atomic lists and maps as a whole
                "{'tolerations':[{'key':'a'}]} | {'tolerations':[{'key':'b'}]} | | {'tolerations':[{'key':'b'}]}",
                "{'nodeSelector':{'a':'1'}} | {'nodeSelector':{'b':'2'}} | | {'nodeSelector':{'b':'2'}}",
                // nested
                "{'containers':[{'name':'a','env':[{'name':'E','value':'1'},{'name':'F'}]}]} | {'containers':[{'name':'a','env':[{'name':'F'}]}]} | | {'containers':[{'name':'a','env':[{'name':'F'}]}]}",
            })
    void appliesInTurnGive(String first, String second, String other, String expected) {
        ObjectNode live = applied(ManagedFields.applyNew(DEPLOYMENTS, deployment(first), writer("one", 0)));
        if (second != null) {
            live = applied(ManagedFields.apply(DEPLOYMENTS, live, deployment(second), writer("one", 1), false));
        }
        if (other != null) {
            // What two managers state is owned by both, when they agree on it.
            ObjectNode both = applied(ManagedFields.applyNew(DEPLOYMENTS, deployment(first), writer("one", 0)));
            both = applied(ManagedFields.apply(DEPLOYMENTS, both, deployment(other), writer("two", 1), false));
            live = second == null
                    ? both
                    : applied(ManagedFields.apply(DEPLOYMENTS, both, deployment(second), writer("one", 2), false));
        }
        JsonNode spec = live.path("spec").path("template").path("spec");
        assertThat(withoutNulls((ObjectNode) spec)).isEqualTo(PatchTrees.tree(expected));
    }

    @Test
    void severalConflictsAreReportedByManager() {
        ObjectNode live = applied(ManagedFields.applyNew(MAPS, map("{'a':'1','b':'1'}"), writer("one", 0)));
        ObjectNode changed = live.deepCopy();
        ((ObjectNode) changed.path("data")).put("c", "1");
        ((ObjectNode) changed.path("metadata")).put("uid", "1");
        live = ManagedFields.update(MAPS, withUid(live), changed, writer("up", 1));
        ApplyOutcome outcome =
                ManagedFields.apply(MAPS, live, map("{'a':'2','b':'2','c':'2','d':'2'}"), writer("two", 2), false);
        assertThat(outcome).isInstanceOf(ApplyOutcome.Conflicts.class);
        Status status = ((ApplyOutcome.Conflicts) outcome).status();
        assertThat(status.message()).isEqualTo("""
                Apply failed with 3 conflicts: conflicts with "one":
                - .data.a
                - .data.b
                conflicts with "up" using v1:
                - .data.c""");
        assertThat(status.details().orElseThrow().causes())
                .contains(new Status.Cause("FieldManagerConflict", "conflict with \"up\" using v1", ".data.c"))
                .hasSize(3);
    }

    @Test
    void keysOfElementsTakeDefaultsAndAreShownInConflicts() {
        ObjectNode live =
                applied(ManagedFields.applyNew(SERVICES, service("{'port':80,'name':'a'}"), writer("one", 0)));
        ApplyOutcome outcome = ManagedFields.apply(
                SERVICES, live, service("{'port':80,'protocol':'TCP','name':'b'}"), writer("two", 1), false);
        assertThat(((ApplyOutcome.Conflicts) outcome).conflicts())
                .containsExactly(new ApplyOutcome.Conflict("\"one\"", ".spec.ports[port=80,protocol=\"TCP\"].name"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'kind':'Other','apiVersion':'apps/v1'} | invalid object type: apps/v1, Kind=Other",
                "{}                                      | invalid object type: /, Kind=",
                "{'kind':2,'apiVersion':1}               | invalid object type: /, Kind=",
                "{'bogus':1}                             | failed to create typed patch object (ns/d; apps/v1, Kind=Deployment): .bogus: field not declared in schema",
                "{'spec':{'replicas':'x'}}               | failed to create typed patch object (ns/d; apps/v1, Kind=Deployment): .spec.replicas: expected numeric (int or float), got string",
                "{'spec':{'paused':'x'}}                 | failed to create typed patch object (ns/d; apps/v1, Kind=Deployment): .spec.paused: expected boolean, got &{x}",
                "{'spec':[1]}                            | failed to create typed patch object (ns/d; apps/v1, Kind=Deployment): .spec: expected map, got &{[1]}",
                "{'spec':{'template':{'spec':{'containers':{'a':1}}}}} | failed to create typed patch object (ns/d; apps/v1, Kind=Deployment): .spec.template.spec.containers: expected list, got &{map[a:1]}",
                "{'spec':{'template':{'spec':{'hostname':true}}}} | failed to create typed patch object (ns/d; apps/v1, Kind=Deployment): .spec.template.spec.hostname: expected string, got &value.valueUnstructured{Value:true}",
                "{'spec':{'template':{'spec':{'containers':[null]}}}} | failed to create typed patch object (ns/d; apps/v1, Kind=Deployment): .spec.template.spec.containers: element 0: associative list with keys may not have a null element",
                "{'spec':{'template':{'spec':{'containers':['a']}}}} | failed to create typed patch object (ns/d; apps/v1, Kind=Deployment): .spec.template.spec.containers: element 0: associative list with keys may not have non-map elements",
                "{'spec':{'template':{'spec':{'containers':[{'name':{'a':[1,'b',null]}}]}}}} | failed to create typed patch object (ns/d; apps/v1, Kind=Deployment): .spec.template.spec.containers[name=a=[1,\"b\",null]].name: expected string, got &value.valueUnstructured{Value:map[string]interface {}{\"a\":[]interface {}{1, \"b\", interface {}(nil)}}}",
                "{'metadata':{'name':'d','namespace':'ns','finalizers':['a','a']}} | failed to create typed patch object (ns/d; apps/v1, Kind=Deployment): .metadata.finalizers: duplicate entries for key [=\"a\"]",
                "{'spec':{'replicas':'x','paused':1}}    | failed to create typed patch object (ns/d; apps/v1, Kind=Deployment): errors:~  .spec.replicas: expected numeric (int or float), got string~  .spec.paused: expected boolean, got &{1}",
                "{'metadata':{'name':'d','managedFields':[]}} | metadata.managedFields must be nil",
            })
    void aConfigurationThatDoesNotFitIsRefused(String part, String message) {
        ObjectNode applied = PatchTrees.object(part);
        if (!applied.isEmpty() && !applied.has("kind")) {
            applied.put("apiVersion", "apps/v1").put("kind", "Deployment");
        }
        if (!applied.has("metadata")) {
            applied.set("metadata", PatchTrees.tree("{'name':'d','namespace':'ns'}"));
        }
        assertThatThrownBy(() -> ManagedFields.applyNew(DEPLOYMENTS, applied, writer("m", 0)))
                .isInstanceOf(PatchException.class)
                .hasMessage(message.replace('~', '\n'));
    }

    @Test
    void kubectlTakesOverWhatItAppliedOnTheClientSide() {
        ObjectNode configuration = map("{'a':'1','b':'1'}");
        ObjectNode live = configuration.deepCopy();
        ((ObjectNode) live.path("metadata"))
                .putObject("annotations")
                .put(ANNOTATION, Values.json(configuration) + "\n");
        live = ManagedFields.create(MAPS, live, writer("kubectl-client-side-apply", 0));
        ObjectNode applied = map("{'a':'2','b':'1'}");
        assertThat(ManagedFields.apply(MAPS, withUid(live), applied, writer("other", 1), false))
                .isInstanceOf(ApplyOutcome.Conflicts.class);
        ObjectNode taken = applied(ManagedFields.apply(MAPS, withUid(live), applied, writer("kubectl", 1), false));
        assertThat(taken.path("data").path("a").asText()).isEqualTo("2");
        assertThat(taken.path("metadata").path("annotations").path(ANNOTATION).asText())
                .isEqualTo("{\"apiVersion\":\"v1\",\"data\":{\"a\":\"2\",\"b\":\"1\"},\"kind\":\"ConfigMap\","
                        + "\"metadata\":{\"name\":\"m\"}}\n");

        ObjectNode changedSince = live.deepCopy();
        ((ObjectNode) changedSince.path("data")).put("a", "changed");
        live = ManagedFields.update(MAPS, withUid(live), changedSince, writer("editor", 1));
        assertThat(ManagedFields.apply(MAPS, live, applied, writer("kubectl", 2), false))
                .isInstanceOf(ApplyOutcome.Conflicts.class);
    }

    /// What kubectl notes is compared as a text, so that other letters would look like a change.
    @Test
    void kubectlsConfigurationIsSpelledAsGoSpellsIt() {
        ObjectNode live = map("{'a':'1'}");
        live.withObjectProperty("metadata").putObject("annotations").put(ANNOTATION, "{}");
        live = ManagedFields.create(MAPS, live, writer("kubectl-client-side-apply", 0));
        ObjectNode applied = map("{'a':'<b> & \u2028 \u2029 ü'}");
        ObjectNode noted = applied(ManagedFields.apply(MAPS, withUid(live), applied, writer("kubectl", 1), true));
        assertThat(noted.path("metadata").path("annotations").path(ANNOTATION).asText())
                .contains("\"a\":\"\\u003cb\\u003e \\u0026 \\u2028 \\u2029 ü\"");
    }

    /// As upstream, so that a client-side apply afterwards has the annotation to change and says so.
    @Test
    void kubectlsConfigurationIsNotedThoughItChangesNothing() {
        ObjectNode configuration = map("{'a':'1'}");
        ObjectNode live = configuration.deepCopy();
        live.withObjectProperty("metadata")
                .putObject("annotations")
                .put(ANNOTATION, "{\"apiVersion\":\"v1\",\"metadata\":{\"annotations\":{}}}\n");
        live = ManagedFields.create(MAPS, live, writer("kubectl-client-side-apply", 0));
        ObjectNode noted =
                applied(ManagedFields.apply(MAPS, withUid(live), configuration, writer("kubectl", 1), false));
        assertThat(noted.path("metadata").path("annotations").path(ANNOTATION).asText())
                .isEqualTo(
                        "{\"apiVersion\":\"v1\",\"data\":{\"a\":\"1\"},\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"m\"}}\n");
        ObjectNode others = applied(ManagedFields.apply(MAPS, withUid(live), configuration, writer("other", 1), false));
        assertThat(others.path("metadata").path("annotations"))
                .isEqualTo(live.path("metadata").path("annotations"));
    }

    @Test
    void aSecondApplyOfTheSameChangesNothing() {
        for (long seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            ObjectNode live =
                    applied(ManagedFields.applyNew(DEPLOYMENTS, randomDeployment(random, "a"), writer("x", 0)));
            ObjectNode configuration = randomDeployment(random, "b");
            ObjectNode once = withoutNulls(
                    applied(ManagedFields.apply(DEPLOYMENTS, withoutNulls(live), configuration, writer("y", 1), true)));
            ObjectNode twice = applied(ManagedFields.apply(DEPLOYMENTS, once, configuration, writer("y", 2), false));
            assertThat(twice).as("seed %d", seed).isEqualTo(once);
        }
    }

    @Test
    void managersOfDifferentFieldsNeverConflictAndLeaveNoTrace() {
        for (long seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            ObjectNode alone = withoutNulls(
                    applied(ManagedFields.applyNew(DEPLOYMENTS, randomDeployment(random, "a"), writer("x", 0))));
            ObjectNode both = applied(
                    ManagedFields.apply(DEPLOYMENTS, alone, randomDeployment(random, "b"), writer("y", 1), false));
            ObjectNode alone2 = withoutNulls(applied(
                    ManagedFields.apply(DEPLOYMENTS, withoutNulls(both), deployment("{}"), writer("y", 2), false)));
            assertThat(withoutNulls(ManagerEntries.withoutManagers(alone2))
                            .path("spec")
                            .path("template"))
                    .as("seed %d", seed)
                    .isEqualTo(
                            ManagerEntries.withoutManagers(alone).path("spec").path("template"));
        }
    }

    /// Names start with `prefix`, so that two prefixes never meet.
    /// What v1 calls `a` is called `b` in v2.
    @Test
    void aManagerIsAskedInTheVersionThatItWroteIn() {
        FieldScope first = MAPS.withVersions(List.of(inVersion("v2", "a", "b", "v1")));
        GroupVersionKind kind = new GroupVersionKind("", "v2", "ConfigMap");
        FieldScope second =
                FieldScope.of(Recorded.type(MAP), kind, "").withVersions(List.of(inVersion("v1", "b", "a", "v2")));
        ObjectNode two = map("{'b':'1'}").put("apiVersion", "v2");
        ObjectNode live = withUid(applied(ManagedFields.applyNew(second, two, writer("two", 0))));
        live = renamed(live, "b", "a", "v1");
        assertThat(ManagedFields.apply(first, live, map("{'a':'2'}"), writer("one", 1), false))
                .isInstanceOfSatisfying(
                        ApplyOutcome.Conflicts.class,
                        conflicts -> assertThat(conflicts.conflicts())
                                .containsExactly(new ApplyOutcome.Conflict("\"two\"", ".data.b")));
        ObjectNode taken = applied(ManagedFields.apply(first, live, map("{'a':'2'}"), writer("one", 1), true));
        assertThat(ManagerEntries.of(taken)
                        .valueStream()
                        .map(entry -> entry.path("manager").asText()))
                .containsExactly("one");
        ObjectNode dropped = applied(ManagedFields.apply(first, live, map("{'c':'3'}"), writer("two", 1), false));
        assertThat(withoutNulls(dropped).path("data")).isEqualTo(PatchTrees.tree("{'c':'3'}"));
    }

    private static OtherVersion inVersion(String version, String own, String there, String ownVersion) {
        return OtherVersion.of(
                version,
                Recorded.type(MAP),
                object -> renamed(object, own, there, version),
                object -> renamed(object, there, own, ownVersion));
    }

    private static ObjectNode renamed(ObjectNode object, String key, String other, String version) {
        ObjectNode copy = object.deepCopy().put("apiVersion", version);
        if (copy.path("data") instanceof ObjectNode data && data.has(key)) {
            data.set(other, data.path(key));
            data.remove(key);
        }
        return copy;
    }

    private static ObjectNode randomDeployment(Random random, String prefix) {
        StringBuilder containers = new StringBuilder();
        for (int i = 0; i < 1 + random.nextInt(3); i++) {
            containers
                    .append(i == 0 ? "" : ",")
                    .append("{'name':'%s%d','image':'i%d','env':[{'name':'%s%d','value':'v'}]}"
                            .formatted(prefix, i, random.nextInt(3), prefix, random.nextInt(3)));
        }
        return deployment("{'containers':[%s]%s}"
                .formatted(containers, random.nextBoolean() && prefix.equals("b") ? ",'nodeName':'n'" : ""));
    }

    private static ObjectNode withUid(ObjectNode object) {
        ObjectNode copy = object.deepCopy();
        ((ObjectNode) copy.path("metadata")).put("uid", "1");
        return copy;
    }

    private static FieldWriter writer(String manager, int second) {
        return new FieldWriter(manager, NOON.plus(Duration.ofSeconds(second)));
    }

    private static ObjectNode applied(ApplyOutcome outcome) {
        return switch (outcome) {
            case ApplyOutcome.Applied applied -> applied.object();
            case ApplyOutcome.Conflicts conflicts ->
                throw new AssertionError(conflicts.status().message());
        };
    }

    private static ObjectNode deployment(String podSpec) {
        return PatchTrees.object(
                "{'apiVersion':'apps/v1','kind':'Deployment','metadata':{'name':'d'},'spec':{'template':{'spec':"
                        + podSpec + "}}}");
    }

    private static ObjectNode map(String data) {
        return PatchTrees.object("{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'m'},'data':" + data + "}");
    }

    private static ObjectNode service(String port) {
        return PatchTrees.object(
                "{'apiVersion':'v1','kind':'Service','metadata':{'name':'s'},'spec':{'ports':[" + port + "]}}");
    }

    private static ObjectNode withoutNulls(ObjectNode object) {
        return MergePatch.apply(Json.object(), object);
    }
}
