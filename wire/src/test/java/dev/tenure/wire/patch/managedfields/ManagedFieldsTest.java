package dev.tenure.wire.patch.managedfields;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.patch.PatchTrees;
import dev.tenure.wire.patch.Recorded;
import dev.tenure.wire.schema.GroupVersionKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ManagedFieldsTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final GroupVersionKind POD_KIND = new GroupVersionKind("", "v1", "Pod");
    private static final GroupVersionKind MAP_KIND = new GroupVersionKind("", "v1", "ConfigMap");
    private static final GroupVersionKind DEPLOYMENT_KIND = new GroupVersionKind("apps", "v1", "Deployment");
    private static final FieldScope PODS = FieldScope.of(Recorded.type(POD_KIND), POD_KIND, "", "status");
    private static final FieldScope POD_STATUS =
            FieldScope.of(Recorded.type(POD_KIND), POD_KIND, "status", "spec", "metadata.ownerReferences");
    private static final FieldScope MAPS = FieldScope.of(Recorded.type(MAP_KIND), MAP_KIND, "");

    private static final String POD = """
            {'apiVersion':'v1','kind':'Pod','metadata':{'name':'p','labels':{'app':'x'}},
             'spec':{'containers':[{'name':'c','image':'a:1','resources':{},'ports':[{'containerPort':80,'protocol':'TCP'}],
               'terminationMessagePath':'/dev/termination-log'}],
              'tolerations':[{'key':'k','operator':'Exists'}],'nodeSelector':{'n':'1'},'securityContext':{},'restartPolicy':'Always'},
             'status':{}}""";

    @Test
    void whoCreatesAPodOwnsWhatItAndItsDefaultsSay() {
        ObjectNode created = ManagedFields.create(PODS, PatchTrees.object(POD), writer("kubectl-create", 0));
        assertThat(ManagerEntries.of(created)).isEqualTo(PatchTrees.tree("""
                [{'manager':'kubectl-create','operation':'Update','apiVersion':'v1','time':'2026-01-01T12:00:00Z',
                  'fieldsType':'FieldsV1','fieldsV1':{
                    'f:metadata':{'f:labels':{'.':{},'f:app':{}}},
                    'f:spec':{
                      'f:containers':{'k:{\\"name\\":\\"c\\"}':{'.':{},'f:image':{},'f:name':{},
                        'f:ports':{'.':{},'k:{\\"containerPort\\":80,\\"protocol\\":\\"TCP\\"}':{'.':{},'f:containerPort':{},'f:protocol':{}}},
                        'f:resources':{},'f:terminationMessagePath':{}}},
                      'f:nodeSelector':{},'f:restartPolicy':{},'f:securityContext':{},'f:tolerations':{}}}}]"""));
    }

    @Test
    void builtInScopesResetWhatTheOtherPathWrites() {
        ObjectNode before = PatchTrees.object("{'apiVersion':'v1','kind':'Pod','metadata':{'name':'p','uid':'1'}}");
        GroupVersionKind pod = new GroupVersionKind("", "v1", "Pod");
        ObjectNode created = ManagedFields.create(
                FieldScope.builtIn(pod, ""),
                PatchTrees.object("{'apiVersion':'v1','kind':'Pod','metadata':{'name':'p','labels':{'a':'b'}}}"),
                FieldWriter.of("m", "", Instant.EPOCH));
        ObjectNode after = ManagerEntries.withManagers(
                PatchTrees.object("{'metadata':{'uid':'1','labels':{'a':'b'},'ownerReferences':[{'uid':'x'}]},"
                        + "'spec':{'nodeName':'n'},'status':{'phase':'Running'}}"),
                ManagerEntries.of(created));
        before = ManagerEntries.withManagers(before, ManagerEntries.of(created));
        assertThat(ManagerEntries.of(ManagedFields.update(
                                FieldScope.builtIn(pod, "status"),
                                before,
                                after,
                                FieldWriter.of("k", "", Instant.EPOCH)))
                        .toString())
                .contains("f:phase")
                .doesNotContain("f:nodeName", "f:ownerReferences");
    }

    @Test
    void whatTheEmptyObjectShowsIsNotOwnedByItsCreator() {
        FieldScope deployments = FieldScope.of(Recorded.type(DEPLOYMENT_KIND), DEPLOYMENT_KIND, "", "status");
        ObjectNode created = ManagedFields.create(deployments, PatchTrees.object("""
                {'apiVersion':'apps/v1','kind':'Deployment','metadata':{'name':'d','namespace':'n'},
                 'spec':{'replicas':1,'selector':{'matchLabels':{'app':'d'}},
                  'strategy':{'type':'RollingUpdate','rollingUpdate':{'maxSurge':'25%','maxUnavailable':1}},
                  'template':{'metadata':{'labels':{'app':'d'}},'spec':{'containers':[{'name':'c','resources':{}}]}}},
                 'status':{'replicas':7}}"""), writer("m", 0));
        assertThat(ManagerEntries.of(created).path(0).path("fieldsV1")).isEqualTo(PatchTrees.tree("""
                {'f:spec':{'f:replicas':{},'f:selector':{},
                  'f:strategy':{'f:rollingUpdate':{'.':{},'f:maxSurge':{},'f:maxUnavailable':{}},'f:type':{}},
                  'f:template':{'f:metadata':{'f:labels':{'.':{},'f:app':{}}},
                    'f:spec':{'f:containers':{'k:{\\"name\\":\\"c\\"}':{'.':{},'f:name':{},'f:resources':{}}}}}}}"""));
    }

    @Test
    void aWriteTakesWhatItChangesAndLeavesTheOthersTheirTime() {
        ObjectNode before = existing(ManagedFields.create(PODS, PatchTrees.object(POD), writer("creator", 0)));
        ObjectNode after = before.deepCopy();
        ((ObjectNode) after.path("spec").path("containers").path(0)).put("image", "a:2");
        ObjectNode updated = ManagedFields.update(PODS, before, after, writer("setter", 60));
        assertThat(manager(updated, "setter").path("fieldsV1"))
                .isEqualTo(
                        PatchTrees.tree("{'f:spec':{'f:containers':{'k:{\\\"name\\\":\\\"c\\\"}':{'f:image':{}}}}}"));
        assertThat(manager(updated, "setter").path("time").asText()).isEqualTo("2026-01-01T12:01:00Z");
        assertThat(manager(updated, "creator").path("time").asText()).isEqualTo("2026-01-01T12:00:00Z");
        assertThat(manager(updated, "creator").toString()).doesNotContain("f:image\"");
    }

    @Test
    void aWriteThatChangesNothingLeavesTheBookAsItIs() {
        ObjectNode before = existing(ManagedFields.create(PODS, PatchTrees.object(POD), writer("creator", 0)));
        ObjectNode withoutBook = ManagerEntries.withoutManagers(before);
        assertThat(ManagedFields.update(PODS, before, before, writer("other", 60)))
                .isEqualTo(before);
        assertThat(ManagedFields.update(PODS, before, withoutBook, writer("other", 60)))
                .isEqualTo(before);
    }

    @Test
    void anObjectOfADefinedKindThatDoesNotFitItsTypeHasNoManagers() {
        FieldScope defined = PODS.defined(List.of());
        ObjectNode before = existing(ManagedFields.create(PODS, PatchTrees.object(POD), writer("creator", 0)));
        ObjectNode after = before.deepCopy();
        after.put("status", 5);
        assertThat(ManagerEntries.of(ManagedFields.update(defined, before, after, writer("other", 60))))
                .isEmpty();
        assertThat(ManagerEntries.of(ManagedFields.create(defined, after, writer("other", 60))))
                .isEmpty();
        assertThat(ManagerEntries.of(ManagedFields.update(PODS, before, after, writer("other", 60))))
                .isNotEmpty();
    }

    @Test
    void aStatusWriteOwnsStatusAloneUnderItsSubresource() {
        ObjectNode before = existing(ManagedFields.create(PODS, PatchTrees.object(POD), writer("creator", 0)));
        ObjectNode after = before.deepCopy();
        ((ObjectNode) after.path("spec")).put("nodeName", "ignored");
        after.set("status", PatchTrees.tree("""
                {'phase':'Running','podIPs':[{'ip':'10.0.0.1'}],
                 'conditions':[{'type':'Ready','status':'True','lastProbeTime':null}],'containerStatuses':[{'name':'c'}]}"""));
        ObjectNode updated = ManagedFields.update(POD_STATUS, before, after, writer("kubelet", 60));
        assertThat(manager(updated, "kubelet")).isEqualTo(PatchTrees.tree("""
                {'manager':'kubelet','operation':'Update','apiVersion':'v1','time':'2026-01-01T12:01:00Z','fieldsType':'FieldsV1',
                 'fieldsV1':{'f:status':{
                   'f:conditions':{'.':{},'k:{\\"type\\":\\"Ready\\"}':{'.':{},'f:lastProbeTime':{},'f:status':{},'f:type':{}}},
                   'f:containerStatuses':{},'f:phase':{},
                   'f:podIPs':{'.':{},'k:{\\"ip\\":\\"10.0.0.1\\"}':{'.':{},'f:ip':{}}}}},
                 'subresource':'status'}"""));
    }

    @Test
    void aPlaceWithAnIncludeListKeepsNothingElse() {
        FieldScope resize = FieldScope.only(Recorded.type(POD_KIND), POD_KIND, "resize", "spec.containers.*.resources");
        ObjectNode before = existing(ManagedFields.create(PODS, PatchTrees.object(POD), writer("creator", 0)));
        ObjectNode after = before.deepCopy();
        ObjectNode container =
                (ObjectNode) after.path("spec").path("containers").path(0);
        container.set("resources", PatchTrees.tree("{'limits':{'cpu':'1'}}"));
        container.put("image", "ignored");
        assertThat(manager(ManagedFields.update(resize, before, after, writer("vpa", 1)), "vpa")
                        .path("fieldsV1"))
                .isEqualTo(PatchTrees.tree("""
                        {'f:spec':{'f:containers':{'k:{\\"name\\":\\"c\\"}':{'f:resources':{'f:limits':{'.':{},'f:cpu':{}}}}}}}"""));
    }

    @Test
    void removedFieldsLeaveTheirOwners() {
        ObjectNode before = existing(map("{'a':'1','b':'2'}", "m1", 0));
        ObjectNode updated = ManagedFields.update(MAPS, before, data(before, "{'b':'2'}"), writer("m2", 60));
        assertThat(managers(updated)).containsExactly("m1");
        assertThat(manager(updated, "m1").path("fieldsV1")).isEqualTo(PatchTrees.tree("{'f:data':{'.':{},'f:b':{}}}"));
        ObjectNode emptied =
                ManagedFields.update(MAPS, before, before.deepCopy().without("data"), writer("m2", 60));
        assertThat(emptied.path("metadata").has("managedFields")).isFalse();
    }

    @Test
    void anObjectWithoutABookStaysWithoutOne() {
        ObjectNode before = existing(ManagerEntries.withoutManagers(map("{'a':'1'}", "m1", 0)));
        assertThat(ManagerEntries.of(ManagedFields.update(MAPS, before, data(before, "{'a':'2'}"), writer("m2", 1)))
                        .isMissingNode())
                .isTrue();
    }

    @Test
    void managedFieldsThatARequestBringsReplaceTheBook() {
        ObjectNode before = existing(map("{'a':'1'}", "m1", 0));
        JsonNode renamed = PatchTrees.tree(ManagerEntries.of(before).toString().replace("m1", "renamed"));
        assertThat(managers(ManagedFields.update(MAPS, before, withBook(before, renamed), writer("m2", 1))))
                .containsExactly("renamed");
        for (String end : List.of("[]", "[{}]")) {
            ObjectNode ended = before.deepCopy();
            ((ObjectNode) ended.path("metadata")).set("managedFields", PatchTrees.tree(end));
            assertThat(ManagerEntries.of(ManagedFields.update(MAPS, before, ended, writer("m2", 1)))
                            .isMissingNode())
                    .as(end)
                    .isTrue();
        }
        List<String> malformed = List.of(
                "[{'manager':'x','operation':'Bogus','apiVersion':'v1','fieldsType':'FieldsV1'}]",
                "[{'manager':'x','operation':'Update','fieldsType':'FieldsV1'}]",
                "[{'manager':'x','operation':'Update','apiVersion':'v1'}]",
                "[{'manager':'x','operation':'Update','apiVersion':'v1','fieldsType':'FieldsV1','fieldsV1':{'k:{':{}}}]");
        for (String managers : malformed) {
            assertThat(managers(ManagedFields.update(
                            MAPS, before, withBook(before, PatchTrees.tree(managers)), writer("m2", 1))))
                    .as(managers)
                    .containsExactly("m1");
        }
    }

    @Test
    void aSubresourceIgnoresTheBookOfTheRequest() {
        ObjectNode before = existing(ManagedFields.create(PODS, PatchTrees.object(POD), writer("creator", 0)));
        ObjectNode after = withBook(
                before, PatchTrees.tree(ManagerEntries.of(before).toString().replace("creator", "x")));
        assertThat(managers(ManagedFields.update(POD_STATUS, before, after, writer("kubelet", 1))))
                .containsExactly("creator");
    }

    @Test
    void theOldestUpdatersBecomeOneWhenThereAreMoreThanTen() {
        ObjectNode object = existing(map("{'k0':'v'}", "m00", 0));
        for (int i = 1; i <= 12; i++) {
            ObjectNode after = object.deepCopy();
            ((ObjectNode) after.path("data")).put("k" + i, "v");
            object = ManagedFields.update(MAPS, object, after, writer("m%02d".formatted(i), i));
        }
        assertThat(managers(object))
                .hasSize(10)
                .contains("ancient-changes", "m12", "m04")
                .doesNotContain("m03", "m00");
        assertThat(manager(object, "ancient-changes")).isEqualTo(PatchTrees.tree("""
                {'manager':'ancient-changes','operation':'Update','apiVersion':'v1','time':'2026-01-01T12:00:03Z',
                 'fieldsType':'FieldsV1','fieldsV1':{'f:data':{'.':{},'f:k0':{},'f:k1':{},'f:k2':{},'f:k3':{}}}}"""));
    }

    @Test
    void entriesStandInOrderOfOperationThenTimeThenName() {
        ObjectNode object = existing(map("{'a':'1'}", "z", 0));
        object = ManagedFields.update(MAPS, object, data(object, "{'a':'1','b':'1'}"), writer("y", 2));
        object = ManagedFields.update(MAPS, object, data(object, "{'a':'1','b':'1','c':'1'}"), writer("x", 1));
        ApplyOutcome applied = ManagedFields.apply(
                MAPS,
                object,
                PatchTrees.object("{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'m'},'data':{'d':'1'}}"),
                writer("zz", 9),
                false);
        assertThat(managers(((ApplyOutcome.Applied) applied).object())).containsExactly("zz", "z", "x", "y");
    }

    @Test
    void entriesOfVersionsThatAreGoneAreDropped() {
        ObjectNode before = existing(map("{'a':'1'}", "m1", 0));
        JsonNode old = PatchTrees.tree(ManagerEntries.of(before).toString().replace("\"v1\"", "\"v0\""));
        ObjectNode aged = withBook(before, old);
        assertThat(managers(ManagedFields.update(MAPS, aged, data(aged, "{'a':'1','b':'2'}"), writer("m2", 1))))
                .containsExactly("m2");
    }

    @Test
    void aScaleShowsTheOwnersOfReplicasAndHandsThemBack() {
        FieldScope deployments = FieldScope.of(Recorded.type(DEPLOYMENT_KIND), DEPLOYMENT_KIND, "", "status");
        GroupVersionKind scaleKind = new GroupVersionKind("autoscaling", "v1", "Scale");
        FieldScope scales = FieldScope.of(Recorded.type(scaleKind), scaleKind, "scale");
        ObjectNode parent = existing(((ApplyOutcome.Applied) ManagedFields.applyNew(
                        deployments,
                        PatchTrees.object(
                                "{'apiVersion':'apps/v1','kind':'Deployment','metadata':{'name':'d'},'spec':{'replicas':1,'paused':true}}"),
                        writer("m1", 0)))
                .object());
        ObjectNode scale = ScaleFields.toScale(
                Map.of("apps/v1", ScaleFields.REPLICAS),
                parent,
                PatchTrees.object(
                        "{'apiVersion':'autoscaling/v1','kind':'Scale','metadata':{'name':'d','uid':'1'},'spec':{'replicas':1}}"));
        assertThat(ManagerEntries.of(scale)).isEqualTo(PatchTrees.tree("""
                [{'manager':'m1','operation':'Apply','apiVersion':'autoscaling/v1','time':'2026-01-01T12:00:00Z',
                  'fieldsType':'FieldsV1','fieldsV1':{'f:spec':{'f:replicas':{}}}}]"""));
        ObjectNode configuration = PatchTrees.object(
                "{'apiVersion':'autoscaling/v1','kind':'Scale','metadata':{'name':'d'},'spec':{'replicas':5}}");
        assertThat(ManagedFields.apply(scales, scale, configuration, writer("m2", 1), false))
                .isEqualTo(new ApplyOutcome.Conflicts(List.of(new ApplyOutcome.Conflict("\"m1\"", ".spec.replicas"))));
        ObjectNode scaled = scale.deepCopy();
        ((ObjectNode) scaled.path("spec")).put("replicas", 5);
        scaled = ManagedFields.update(scales, scale, scaled, writer("kubectl", 1));
        ObjectNode after =
                ScaleFields.toParent(Map.of("apps/v1", ScaleFields.REPLICAS), "apps/v1", parent, parent, scaled);
        assertThat(manager(after, "kubectl")).isEqualTo(PatchTrees.tree("""
                {'manager':'kubectl','operation':'Update','apiVersion':'apps/v1','fieldsType':'FieldsV1',
                 'fieldsV1':{'f:spec':{'f:replicas':{}}},'subresource':'scale'}"""));
        assertThat(manager(after, "m1").path("fieldsV1")).isEqualTo(PatchTrees.tree("{'f:spec':{'f:paused':{}}}"));
    }

    @Test
    void aScaleKnowsTheOwnersOfReplicasInEveryVersionOfItsParent() {
        Map<String, List<String>> replicas = Map.of(
                "zoo.test/v1", ScaleFields.REPLICAS,
                "zoo.test/v2", List.of("spec", "size"),
                "zoo.test/v3", List.of());
        ObjectNode parent = PatchTrees.object("""
                {'apiVersion':'zoo.test/v1','kind':'Lamp','metadata':{'name':'a','managedFields':[
                 {'manager':'m2','operation':'Update','apiVersion':'zoo.test/v2','time':'2026-01-01T12:00:00Z',
                  'fieldsType':'FieldsV1','fieldsV1':{'f:spec':{'f:size':{},'f:colour':{}}}},
                 {'manager':'m3','operation':'Update','apiVersion':'zoo.test/v3','time':'2026-01-01T12:00:00Z',
                  'fieldsType':'FieldsV1','fieldsV1':{'f:spec':{'f:replicas':{}}}},
                 {'manager':'m4','operation':'Update','apiVersion':'zoo.test/v4','time':'2026-01-01T12:00:00Z',
                  'fieldsType':'FieldsV1','fieldsV1':{'f:spec':{'f:replicas':{}}}}]},'spec':{'replicas':1}}""");
        ObjectNode scale = ScaleFields.toScale(
                replicas, parent, PatchTrees.object("{'metadata':{'name':'a'},'spec':{'replicas':1}}"));
        assertThat(managers(scale)).containsExactly("m2");
        assertThat(manager(scale, "m2").path("fieldsV1")).isEqualTo(PatchTrees.tree("{'f:spec':{'f:replicas':{}}}"));
        ObjectNode stolen = scale.deepCopy();
        stolen.withObject("/metadata").remove("managedFields");
        ObjectNode after = ScaleFields.toParent(replicas, "zoo.test/v1", parent, parent, stolen);
        assertThat(managers(after)).containsExactlyInAnyOrder("m2", "m3");
        assertThat(manager(after, "m2").path("fieldsV1")).isEqualTo(PatchTrees.tree("{'f:spec':{'f:colour':{}}}"));
        assertThat(manager(after, "m3").path("fieldsV1")).isEqualTo(PatchTrees.tree("{'f:spec':{'f:replicas':{}}}"));
    }

    @Test
    void onlyTheTimeOfAnEntryIsNoChange() {
        ObjectNode before = existing(map("{'a':'1'}", "m1", 0));
        JsonNode later = PatchTrees.tree(ManagerEntries.of(before).toString().replace("12:00:00", "13:00:00"));
        ObjectNode after = withBook(before, later);
        assertThat(ManagedFields.keepTimes(before, after)).isEqualTo(before);
        ObjectNode changed = data(after, "{'a':'2'}");
        assertThat(ManagedFields.keepTimes(before, changed)).isSameAs(changed);
    }

    @Test
    void aWriterIsNamedAfterItsParameterOrItsUserAgent() {
        assertThat(FieldWriter.of("me", "kubectl/v1.33.0 (linux/amd64)", NOON).manager())
                .isEqualTo("me");
        assertThat(FieldWriter.of("", "kubectl/v1.33.0 (linux/amd64)", NOON).manager())
                .isEqualTo("kubectl");
        assertThat(FieldWriter.of("", "a\u0007b c/1", NOON).manager()).isEqualTo("ab c");
        assertThat(FieldWriter.of("", "x".repeat(200), NOON).manager()).hasSize(128);
        assertThat(managers(map("{'a':'1'}", "", 0))).containsExactly("unknown");
    }

    private static FieldWriter writer(String manager, int second) {
        return new FieldWriter(manager, NOON.plus(Duration.ofSeconds(second)));
    }

    private static ObjectNode map(String data, String manager, int second) {
        ObjectNode object = PatchTrees.object("{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'m'}}");
        return ManagedFields.create(MAPS, data(object, data), writer(manager, second));
    }

    private static ObjectNode data(ObjectNode object, String data) {
        ObjectNode copy = object.deepCopy();
        copy.set("data", PatchTrees.tree(data));
        return copy;
    }

    private static ObjectNode existing(ObjectNode object) {
        ((ObjectNode) object.path("metadata")).put("uid", "00000000-0000-0000-0000-000000000001");
        return object;
    }

    private static ObjectNode withBook(ObjectNode object, JsonNode managers) {
        return ManagerEntries.withManagers(object, managers);
    }

    private static List<String> managers(ObjectNode object) {
        List<String> names = new ArrayList<>();
        ManagerEntries.of(object)
                .forEach(entry -> names.add(entry.path("manager").asText()));
        assertThat(Set.copyOf(names)).hasSameSizeAs(names);
        return names;
    }

    private static JsonNode manager(ObjectNode object, String name) {
        for (JsonNode entry : ManagerEntries.of(object)) {
            if (entry.path("manager").asText().equals(name)) {
                return entry;
            }
        }
        throw new AssertionError("no manager " + name + " in " + ManagerEntries.of(object));
    }
}
