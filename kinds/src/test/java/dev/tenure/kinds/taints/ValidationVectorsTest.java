package dev.tenure.kinds.taints;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.kinds.KindList;
import dev.tenure.kinds.RunningServer;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The validation vectors of the taint specification, by their numbers, as a client meets them.
class ValidationVectorsTest {
    private static final String ACCEPTED = "accepted";
    private static final String NOT_MODIFIED =
            "spec.tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds";
    private static final Target PODS = new Target("", "v1", "pods", "default", "", "");
    private static final Target NODES = new Target("", "v1", "nodes", "", "", "");
    /// With the gate TaintTolerationComparisonOperators off, and on.
    private static final RunningServer PLAIN = new RunningServer();

    private static final RunningServer GATED = new RunningServer(true);

    private static int count;
    private String name = "";

    @BeforeEach
    void otherName() {
        name = "v-" + count++;
    }

    @AfterAll
    static void stop() {
        PLAIN.close();
        GATED.close();
    }

    @Test
    void v01EmptyKeyNeedsExistsIsRefused() {
        assertThat(pod("{}")).contains("operator must be Exists when `key` is empty");
    }

    @Test
    void v02EmptyKeyWithEqualIsRefused() {
        assertThat(pod("{'operator':'Equal','value':'v'}"))
                .contains("\"Equal\": operator must be Exists when `key` is empty");
    }

    @Test
    void v03ExistsTakesNoValueIsRefused() {
        assertThat(pod("{'key':'k','operator':'Exists','value':'v'}"))
                .contains("spec.tolerations[0].operator: Invalid value: \"v\": value must be empty when `operator` is"
                        + " 'Exists'");
    }

    @Test
    void v04ValueIsALabelValueIsRefused() {
        assertThat(pod("{'key':'k','operator':'Equal','value':'a b'}"))
                .contains("spec.tolerations[0].operator: Invalid value: \"a b\": a valid label must be");
    }

    @Test
    void v05SecondsNeedNoExecuteIsRefused() {
        assertThat(pod("{'key':'k','operator':'Exists','effect':'NoSchedule','tolerationSeconds':10}"))
                .contains("spec.tolerations[0].effect: Invalid value: \"NoSchedule\": effect must be 'NoExecute' when"
                        + " `tolerationSeconds` is set");
    }

    @Test
    void v06SecondsNeedAnEffectIsRefused() {
        assertThat(pod("{'key':'k','operator':'Exists','tolerationSeconds':10}"))
                .contains("spec.tolerations[0].effect: Invalid value: \"\": effect must be 'NoExecute'");
    }

    @Test
    void v07UnknownEffectIsRefused() {
        assertThat(pod("{'key':'k','operator':'Exists','effect':'Foo'}"))
                .contains("spec.tolerations[0].effect: Unsupported value: \"Foo\": supported values: \"NoSchedule\","
                        + " \"PreferNoSchedule\", \"NoExecute\"");
    }

    @Test
    void v08UnknownOperatorIsRefused() {
        assertThat(pod("{'key':'k','operator':'Foo'}"))
                .contains("spec.tolerations[0].operator: Unsupported value: \"Foo\": supported values: \"Equal\","
                        + " \"Exists\"");
    }

    @Test
    void v09LtWithoutTheGateIsRefused() {
        assertThat(pod("{'key':'k','operator':'Lt','value':'5'}"))
                .contains("spec.tolerations[0].operator: Unsupported value: \"Lt\": supported values: \"Equal\","
                        + " \"Exists\", \"Lt\", \"Gt\"");
    }

    @Test
    void v16KeyWithTwoSlashesIsRefused() {
        assertThat(pod("{'key':'a/b/c','operator':'Exists'}"))
                .contains("spec.tolerations[0].key: Invalid value: \"a/b/c\": a valid label key must consist of"
                        + " alphanumeric characters");
    }

    @Test
    void v17KeyWithUpperCasePrefixIsRefused() {
        assertThat(pod("{'key':'UPPER.example/x','operator':'Exists'}"))
                .contains(
                        "spec.tolerations[0].key: Invalid value: \"UPPER.example/x\": prefix part a lowercase RFC 1123"
                                + " subdomain");
    }

    @Test
    void v19KeyThatEndsWithADashIsRefused() {
        assertThat(pod("{'key':'x-','operator':'Exists'}"))
                .contains("spec.tolerations[0].key: Invalid value: \"x-\": name part must consist of alphanumeric"
                        + " characters");
    }

    @Test
    void v10GtWithAWordIsRefusedTwice() {
        assertThat(gated("{'key':'k','operator':'Gt','value':'high'}"))
                .contains("\"high\": must be a valid decimal integer in canonical form")
                .contains("strconv.ParseInt: parsing \"high\": invalid syntax");
    }

    @Test
    void v11NumbersInAnotherFormAreRefused() {
        for (String number : new String[] {"0950", "+100", "-0"}) {
            assertThat(gated("{'key':'k','operator':'Gt','value':'%s'}".formatted(number)))
                    .endsWith(
                            "spec.tolerations[0].value: Invalid value: \"%s\": must be a valid decimal integer in canonical form"
                                    .formatted(number));
        }
    }

    @Test
    void v12ANumberBeyond64BitsIsRefused() {
        assertThat(gated("{'key':'k','operator':'Gt','value':'9223372036854775808'}"))
                .endsWith("strconv.ParseInt: parsing \"9223372036854775808\": value out of range");
    }

    @Test
    void v13NoNumberIsRefusedTwice() {
        assertThat(gated("{'key':'k','operator':'Gt','value':''}"))
                .contains("must be non-empty")
                .contains("strconv.ParseInt: parsing \"\": invalid syntax");
    }

    @Test
    void v14SecondsBelowOneAreAccepted() {
        assertThat(pod("{'key':'k','operator':'Exists','effect':'NoExecute','tolerationSeconds':-1}, "
                        + "{'key':'l','operator':'Exists','effect':'NoExecute','tolerationSeconds':0}"))
                .isEqualTo(ACCEPTED);
    }

    @Test
    void v15NegativeSecondsAreStoredAsTheyAre() {
        pod("{'key':'k','operator':'Exists','effect':'NoExecute','tolerationSeconds':-1}");
        assertThat(stored(PLAIN)
                        .path("spec")
                        .path("tolerations")
                        .path(0)
                        .path("tolerationSeconds")
                        .asInt())
                .isEqualTo(-1);
    }

    @Test
    void v18AKeyOf64LettersIsRefused() {
        assertThat(pod("{'key':'%s','operator':'Exists'}".formatted("a".repeat(64))))
                .endsWith("name part must be no more than 63 bytes");
    }

    @Test
    void v20ATaintNeedsAnEffect() {
        assertThat(node("{'key':'k'}")).endsWith("metadata.taints[0].effect: Required value");
    }

    @Test
    void v21AnUnknownEffectOfATaintIsRefused() {
        assertThat(node("{'key':'k','effect':'NoScheduleNoAdmit'}"))
                .endsWith("metadata.taints[0].effect: Unsupported value: \"NoScheduleNoAdmit\": supported values:"
                        + " \"NoSchedule\", \"PreferNoSchedule\", \"NoExecute\"");
    }

    @Test
    void v22TaintsOfOneKeyAndEffectAreRefused() {
        assertThat(node("{'key':'k','value':'a','effect':'NoSchedule'}, {'key':'k','value':'b','effect':'NoSchedule'}"))
                .endsWith(
                        "metadata.taints[1]: Duplicate value: {\"Key\":\"k\",\"Value\":\"b\",\"Effect\":\"NoSchedule\","
                                + "\"TimeAdded\":null}: taints must be unique by key and effect pair");
    }

    @Test
    void v23TaintsOfOneKeyAndDifferentEffectsAreAccepted() {
        assertThat(node("{'key':'k','effect':'NoSchedule'}, {'key':'k','effect':'NoExecute'}, "
                        + "{'key':'k','effect':'PreferNoSchedule'}"))
                .isEqualTo(ACCEPTED);
    }

    @Test
    void v24ATaintNeedsAKey() {
        assertThat(node("{'effect':'NoSchedule'}"))
                .contains("metadata.taints[0].key: Invalid value: \"\": name part must be non-empty")
                .contains("metadata.taints[0].key: Invalid value: \"\": name part must consist of");
    }

    @Test
    void v25AValueOf64LettersIsRefused() {
        assertThat(node("{'key':'k','value':'%s','effect':'NoSchedule'}".formatted("a".repeat(64))))
                .contains("metadata.taints[0].value: Invalid value:")
                .endsWith("must be no more than 63 bytes");
    }

    @Test
    void v26ATolerationMayBeAdded() {
        pod("{'key':'k','operator':'Exists'}");
        assertThat(change("add", "-", "{'key':'l','operator':'Exists'}")).isEqualTo(ACCEPTED);
    }

    @Test
    void v27NoTolerationMayBeTakenAway() {
        pod("{'key':'k','operator':'Exists'}");
        assertThat(change("remove", "0", "null")).contains(NOT_MODIFIED);
    }

    @Test
    void v28SecondsMayChangeComeAndGo() {
        pod("{'key':'k','operator':'Exists','effect':'NoExecute','tolerationSeconds':300}");
        assertThat(change("replace", "0/tolerationSeconds", "10")).isEqualTo(ACCEPTED);
        assertThat(change("remove", "0/tolerationSeconds", "null")).isEqualTo(ACCEPTED);
        assertThat(change("add", "0/tolerationSeconds", "5")).isEqualTo(ACCEPTED);
    }

    @Test
    void v29AnOperatorMayNotBeWrittenOut() {
        pod("{'key':'k','value':'v','effect':'NoSchedule'}");
        assertThat(change("add", "0/operator", "'Equal'")).contains(NOT_MODIFIED);
    }

    @Test
    void v30OrderAndRepetitionDoNotMatter() {
        pod("{'key':'k','operator':'Exists'}, {'key':'l','operator':'Exists'}");
        String reversed = "[{'op':'move','from':'/spec/tolerations/1','path':'/spec/tolerations/0'}]";
        assertThat(outcome(PLAIN.patch(at(PODS), Body.JSON_PATCH, reversed))).isEqualTo(ACCEPTED);
        assertThat(change("add", "-", "{'key':'k','operator':'Exists'}")).isEqualTo(ACCEPTED);
    }

    @Test
    void v31APodThatHasLtMayGetMoreOfItWithoutTheGate() {
        gated("{'key':'k','operator':'Lt','value':'5'}");
        ObjectNode old = stored(GATED);
        ObjectNode next = old.deepCopy();
        next.withArray("/spec/tolerations")
                .addObject()
                .put("key", "l")
                .put("operator", "Lt")
                .put("value", "6");
        var errors = new FieldErrors();
        KindList.standard().find("", "v1", "pods").orElseThrow().strategy().validateUpdate(next, old, "", errors);
        assertThat(errors.list()).isEmpty();
    }

    @Test
    void v32TheTemplateOfADeploymentIsCheckedUnderItsOwnPath() {
        String template = "{'metadata':{'labels':{'a':'b'}},'spec':%s}"
                .formatted(spec("{'key':'k','operator':'Exists','value':'v'}", ""));
        String deployment =
                "{'apiVersion':'apps/v1','kind':'Deployment','metadata':{'name':'%s'},'spec':{'selector':{'matchLabels':{'a':'b'}},'template':%s}}"
                        .formatted(name, template);
        var deployments = new Target("apps", "v1", "deployments", "default", "", "");
        assertThat(outcome(PLAIN.create(deployments, deployment)))
                .endsWith("spec.template.spec.tolerations[0].operator: Invalid value: \"v\": value must be empty when"
                        + " `operator` is 'Exists'");
    }

    @Test
    void v33AnUnknownPolicyOfSpreadingIsRefused() {
        String spread =
                ",'topologySpreadConstraints':[{'maxSkew':1,'topologyKey':'zone','whenUnsatisfiable':'DoNotSchedule',"
                        + "'labelSelector':{},'nodeTaintsPolicy':'X'}]";
        assertThat(outcome(PLAIN.create(PODS, podOf(spec("", spread)))))
                .endsWith("spec.topologySpreadConstraints[0].nodeTaintsPolicy: Unsupported value: \"X\": supported"
                        + " values: \"Honor\", \"Ignore\"");
    }

    private String pod(String tolerations) {
        return outcome(PLAIN.create(PODS, podOf(spec(tolerations, ""))));
    }

    private String gated(String tolerations) {
        return outcome(GATED.create(PODS, podOf(spec(tolerations, ""))));
    }

    private String node(String taints) {
        return outcome(PLAIN.create(
                NODES,
                "{'apiVersion':'v1','kind':'Node','metadata':{'name':'%s'},'spec':{'taints':[%s]}}"
                        .formatted(name, taints)));
    }

    /// Changes the tolerations of the pod that was made last by one step of a JSON patch.
    private String change(String operation, String where, String value) {
        String patch = "[{'op':'%s','path':'/spec/tolerations/%s','value':%s}]".formatted(operation, where, value);
        return outcome(PLAIN.patch(at(PODS), Body.JSON_PATCH, patch));
    }

    private ObjectNode stored(RunningServer server) {
        ApiReply reply = server.call(Verb.GET, at(PODS));
        return Json.readObject(((ApiReply.One) reply).object().json());
    }

    private Target at(Target collection) {
        return new Target(collection.group(), "v1", collection.resource(), collection.namespace(), name, "");
    }

    private String podOf(String spec) {
        return "{'apiVersion':'v1','kind':'Pod','metadata':{'name':'%s'},'spec':%s}".formatted(name, spec);
    }

    private static String spec(String tolerations, String more) {
        return "{'containers':[{'name':'c','image':'i'}],'tolerations':[%s]%s}".formatted(tolerations, more);
    }

    private static String outcome(ApiReply reply) {
        return reply instanceof ApiReply.Failure failure ? failure.status().message() : ACCEPTED;
    }
}
