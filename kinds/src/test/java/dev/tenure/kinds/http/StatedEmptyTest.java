package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Fields that a client states without anything in them, as some clients do with all that they know and their
/// user left out: empty is not absent, and what upstream 1.36.3 answered says so.
class StatedEmptyTest {
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

    @AutoClose
    private static final HttpCalls CALLS = HttpCalls.toNewServer();

    private static HttpResponse<byte[]> tried(String path, String body) throws Exception {
        byte[] sent = body.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        return CALLS.send("admin", "POST", path + "?dryRun=All", Map.of("Content-Type", "application/json"), sent);
    }

    private static String refused(int code, String path, String body) throws Exception {
        HttpResponse<byte[]> answer = tried(path, body);
        assertThat(answer.statusCode()).as(HttpCalls.text(answer)).isEqualTo(code);
        return HttpCalls.text(answer);
    }

    private static String pod(String part) {
        return "{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c','image':'i'}]," + part + "}}";
    }

    private static String definition(String atRoot, String inside) {
        return ("{'metadata':{'name':'es.e.example.com'},'spec':{'group':'e.example.com','scope':'Namespaced',"
                        + "'names':{'plural':'es','kind':'Ee'},'versions':[{'name':'v1','served':true,'storage':true,"
                        + "'subresources':{'status':{}},'schema':{'openAPIV3Schema':{'type':'object',%s"
                        + "'properties':{'spec':{'type':'object'%s}}}}}]}}")
                .formatted(atRoot, inside);
    }

    @Test
    void anOverheadOfNothingNeedsAClassThatHasOne() throws Exception {
        assertThat(refused(403, PODS, pod("'overhead':{}")))
                .contains(
                        "pods \\\"p\\\" is forbidden: pod rejected: Pod Overhead set without corresponding RuntimeClass"
                                + " defined Overhead");
        assertThat(tried(PODS, pod("'overhead':null")).statusCode()).isEqualTo(201);
    }

    @Test
    void dataThatMustStayDoNotBecomeEmptyWhereThereWereNone() throws Exception {
        var json = Map.of("Content-Type", "application/json");
        for (String kind : List.of("configmaps", "secrets")) {
            String path = "/api/v1/namespaces/default/" + kind;
            byte[] fixed = "{\"metadata\":{\"name\":\"fixed\"},\"immutable\":true}".getBytes(StandardCharsets.UTF_8);
            assertThat(CALLS.send("admin", "POST", path, json, fixed).statusCode())
                    .isEqualTo(201);
            byte[] emptied = "{\"metadata\":{\"name\":\"fixed\"},\"immutable\":true,\"data\":{}}"
                    .getBytes(StandardCharsets.UTF_8);
            var refused = CALLS.send("admin", "PUT", path + "/fixed", json, emptied);
            assertThat(refused.statusCode()).isEqualTo(422);
            assertThat(HttpCalls.text(refused)).contains("data: Forbidden: field is immutable");
            assertThat(CALLS.send("admin", "PUT", path + "/fixed", json, fixed).statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void listsThatArePutTogetherAnewAreNoneInWhatAForbiddenChangeTells() throws Exception {
        var json = Map.of("Content-Type", "application/json");
        String pod = "{'metadata':{'name':'kept'},'spec':{'automountServiceAccountToken':false,%s"
                + "'containers':[{'name':'c','image':'i'}]}}";
        byte[] made = pod.formatted("").replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        assertThat(CALLS.send("admin", "POST", PODS, json, made).statusCode()).isEqualTo(201);
        byte[] changed = pod.formatted("'dnsPolicy':'Default','initContainers':[],'schedulingGates':[],'volumes':[],")
                .replace('\'', '"')
                .getBytes(StandardCharsets.UTF_8);
        String told = HttpCalls.text(CALLS.send("admin", "PUT", PODS + "/kept", json, changed));
        assertThat(told)
                .contains("- \\\"DNSPolicy\\\": \\\"ClusterFirst\\\"", "+ \\\"Volumes\\\": []")
                .doesNotContain("InitContainers\\\": []", "SchedulingGates\\\": []");
    }

    @Test
    void aTemplateOfClaimsHasNoListOfFinalizers() throws Exception {
        String templates = "/apis/resource.k8s.io/v1/namespaces/default/resourceclaimtemplates";
        assertThat(refused(422, templates, "{'metadata':{'name':'t'},'spec':{'metadata':{'finalizers':[]},'spec':{}}}"))
                .contains("spec.metadata.finalizers: Forbidden: cannot be set");
    }

    @Test
    void aClassWithoutANameCannotBeLookedUp() throws Exception {
        assertThat(refused(500, PODS, pod("'runtimeClassName':''")))
                .contains("\"message\":\"resource name may not be empty\"");
    }

    @ParameterizedTest
    @CsvSource({"a/b, [may not contain '/']", "a%/b, [may not contain '/' may not contain '%']", ".., [may not be '..']"
    })
    void aClassThatCannotStandInAPathIsNotLookedUp(String name, String why) throws Exception {
        assertThat(refused(500, PODS, pod("'runtimeClassName':'" + name + "'")))
                .contains("\"message\":\"invalid resource name \\\"" + name + "\\\": " + why + "\"");
        assertThat(refused(403, PODS, pod("'serviceAccountName':'" + name + "'")))
                .contains("error looking up service account default/" + name + ": invalid resource name")
                .contains(why);
    }

    /// Within a list that is owned as a whole Go tells an empty list from none, so that who states one has
    /// changed it all; nowhere else, where each field is compared by itself.
    @Test
    void whoEmptiesAPartOfAWholeOwnsTheWhole() throws Exception {
        String roles = "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles";
        String role = "{'metadata':{'name':'r'},'rules':[{'apiGroups':[''],'resources':['pods'],'verbs':['get']%s}]}";
        assertThat(written("POST", roles + "?fieldManager=one", role.formatted("")))
                .contains("\"manager\":\"one\"");
        assertThat(written("PUT", roles + "/r?fieldManager=two", role.formatted("")))
                .contains("\"manager\":\"one\"")
                .doesNotContain("\"manager\":\"two\"");
        assertThat(written("PUT", roles + "/r?fieldManager=two", role.formatted(",'nonResourceURLs':[]")))
                .contains("\"manager\":\"two\"")
                .doesNotContain("\"manager\":\"one\"", "nonResourceURLs");
        String templates = "/api/v1/namespaces/default/podtemplates";
        String template =
                "{'metadata':{'name':'owned'},'template':{'spec':{'containers':[{'name':'c','image':'i'%s}]}}}";
        written("POST", templates + "?fieldManager=one", template.formatted(""));
        assertThat(written("PUT", templates + "/owned?fieldManager=two", template.formatted(",'env':[]")))
                .contains("\"manager\":\"one\"")
                .doesNotContain("\"manager\":\"two\"");
    }

    private static String written(String method, String path, String body) throws Exception {
        byte[] sent = body.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        var answer = CALLS.send("admin", method, path, Map.of("Content-Type", "application/json"), sent);
        assertThat(answer.statusCode()).as(HttpCalls.text(answer)).isBetween(200, 201);
        return HttpCalls.text(answer);
    }

    @Test
    void anEmptyPolicyOfPreemptionIsNotThatOfTheClass() throws Exception {
        assertThat(refused(403, PODS, pod("'preemptionPolicy':''")))
                .contains("the string value of PreemptionPolicy () must not be provided in pod spec; priority admission"
                        + " controller computed PreemptLowerPriority from the given PriorityClass name");
        assertThat(refused(
                        422,
                        "/apis/scheduling.k8s.io/v1/priorityclasses",
                        "{'metadata':{'name':'p'},'value':5,'preemptionPolicy':''}"))
                .contains("is invalid: preemptionPolicy: Required value");
    }

    @ParameterizedTest
    @CsvSource({"'',''", "MountOption,MountOption"})
    void volumesAreRelabelledByMountOptionsOnlyWhereTheyWereBefore(String policy, String shown) throws Exception {
        assertThat(refused(422, PODS, pod("'securityContext':{'seLinuxChangePolicy':'" + policy + "'}")))
                .contains("spec.securityContext.seLinuxChangePolicy: Unsupported value: \\\"" + shown
                        + "\\\": supported values: \\\"Recursive\\\"\"");
        assertThat(tried(PODS, pod("'securityContext':{'seLinuxChangePolicy':'Recursive'}"))
                        .statusCode())
                .isEqualTo(201);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "internalTrafficPolicy|\"Cluster\", \"Local\"",
                "ipFamilyPolicy|\"PreferDualStack\", \"RequireDualStack\", \"SingleStack\"",
                "trafficDistribution|\"PreferClose\", \"PreferSameZone\", \"PreferSameNode\"",
            })
    void noDefaultStandsForAnEmptyPolicyOfAService(String field, String supported) throws Exception {
        String body = "{'metadata':{'name':'s'},'spec':{'ports':[{'port':80}],'" + field + "':''}}";
        assertThat(refused(422, "/api/v1/namespaces/default/services", body))
                .contains("spec." + field + ": Unsupported value: \\\"\\\": supported values: "
                        + supported.replace("\"", "\\\""));
    }

    @Test
    void noDefaultStandsForAnEmptyPolicyOfAJob() throws Exception {
        String job = "{'metadata':{'name':'j'},'spec':{%s,'template':{'spec':{'restartPolicy':'Never','containers':"
                + "[{'name':'c','image':'i'}]}}}}";
        String path = "/apis/batch/v1/namespaces/default/jobs";
        assertThat(refused(422, path, job.formatted("'podReplacementPolicy':''")))
                .contains("spec.podReplacementPolicy: Unsupported value: \\\"\\\": supported values: \\\"Failed\\\","
                        + " \\\"TerminatingOrFailed\\\"");
        assertThat(refused(422, path, job.formatted("'successPolicy':{}")))
                .contains("spec.successPolicy: Invalid value: {\\\"Rules\\\":null}: requires indexed completion mode");
    }

    @Test
    void noDefaultStandsForAnEmptyChoiceOfScaling() throws Exception {
        assertThat(refused(
                        422,
                        "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers",
                        "{'metadata':{'name':'h'},'spec':{'maxReplicas':3,'scaleTargetRef':{'apiVersion':'apps/v1','kind':"
                                + "'Deployment','name':'d'},'behavior':{'scaleDown':{'selectPolicy':''}}}}"))
                .contains("spec.behavior.scaleDown.selectPolicy: Unsupported value: \\\"\\\": supported values:"
                        + " \\\"Disabled\\\", \\\"Max\\\", \\\"Min\\\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "allOf|[]",
                "anyOf|[]",
                "oneOf|[]",
                "enum|[]",
                "x-kubernetes-list-map-keys|[]",
                "definitions|{}",
                "patternProperties|{}"
            })
    void whatMustNotStandAtTheRootMustNotStandThereEmptyEither(String field, String value) throws Exception {
        assertThat(tried(DEFINITIONS, definition("", "")).statusCode()).isEqualTo(201);
        assertThat(refused(422, DEFINITIONS, definition("'" + field + "':" + value + ",", "")))
                .contains("fields are allowed at the root of the schema if the status subresource is enabled\"")
                .doesNotContain("is not supported");
        assertThat(tried(DEFINITIONS, definition("", ",'" + field + "':" + value))
                        .statusCode())
                .isEqualTo(201);
    }

    @Test
    void dependenciesAreForbiddenAlsoWhereThereAreNone() throws Exception {
        assertThat(refused(422, DEFINITIONS, definition("'dependencies':{},", "")))
                .contains("spec.validation.openAPIV3Schema.dependencies: Forbidden: dependencies is not supported");
        assertThat(refused(422, DEFINITIONS, definition("", ",'dependencies':{}")))
                .contains(
                        "spec.validation.openAPIV3Schema.properties[spec].dependencies: Forbidden: dependencies is not"
                                + " supported");
    }
}
