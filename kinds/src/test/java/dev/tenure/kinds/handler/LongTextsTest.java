package dev.tenure.kinds.handler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.kinds.RunningServer;
import dev.tenure.kinds.value.SchemaValidation;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.wire.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Long texts whose parts repeat, where expressions are matched against them: they are taken or refused, and
/// need neither a deep stack nor long.
@Timeout(90)
class LongTextsTest {
    private static final int TIMES = 40_000;
    private static final RunningServer SERVER = new RunningServer();

    @AfterAll
    static void close() {
        SERVER.close();
    }

    private static int code(ApiReply reply) {
        return reply instanceof ApiReply.Failure(var status, var _) ? status.code() : 200;
    }

    private static int create(String group, String resource, String namespace, String json) {
        return code(SERVER.create(new Target(group, "v1", resource, namespace, "", ""), json));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "1s", "1e", "1.5h", "a", "AAAA", "a.", "1-", "a@", "12:", "[", "("})
    void formatsOfSchemas(String part) {
        for (String format : List.of(
                "duration",
                "byte",
                "email",
                "hostname",
                "uri",
                "mac",
                "uuid",
                "isbn",
                "creditcard",
                "datetime",
                "ipv6",
                "cidr",
                "rgbcolor",
                "k8s-long-name")) {
            var schema = Json.object().put("type", "string").put("format", format);
            SchemaValidation.validate(
                    Json.object().put("a", part.repeat(TIMES)).path("a"), schema, Path.ROOT, new FieldErrors());
        }
    }

    @Test
    void namesAndLabels() {
        String text = "a.".repeat(TIMES) + "a";
        assertThat(create("", "configmaps", "default", "{'metadata': {'name': '%s'}}".formatted(text)))
                .isEqualTo(422);
        assertThat(create("", "configmaps", "default", """
            {'metadata': {'name': 'a', 'labels': {'%s/a': 'b'}}}\
            """.formatted(text))).isEqualTo(422);
        assertThat(create("", "configmaps", "default", """
            {'metadata': {'name': 'a', 'finalizers': ['%s/a']}}\
            """.formatted(text))).isEqualTo(422);
        Target maps = new Target("", "v1", "configmaps", "default", "", "");
        for (String selector : List.of(text + "/a", "a in (" + "b,".repeat(TIMES) + "b)", "a" + ",a".repeat(TIMES))) {
            assertThat(code(SERVER.api()
                            .call(new ApiRequest(
                                    Verb.LIST,
                                    maps,
                                    Map.of("labelSelector", List.of(selector)),
                                    Body.NONE,
                                    RunningServer.ADMIN))))
                    .isNotEqualTo(500);
        }
    }

    @Test
    void imagesUsersAndSettingsOfPods() {
        String pod = "{'metadata': {'name': 'a'}, 'spec': {'containers': [{'name': 'c', 'image': '%s'}]%s}}";
        for (String image :
                List.of("a/".repeat(TIMES) + "a", "a.".repeat(TIMES) + "a/b", "a_".repeat(TIMES) + "a:latest")) {
            assertThat(create("", "pods", "default", pod.formatted(image, ""))).isNotEqualTo(500);
        }
        String sysctl =
                ", 'securityContext': {'sysctls': [{'name': '%s', 'value': '1'}]}".formatted("a.".repeat(TIMES) + "a");
        assertThat(create("", "pods", "default", pod.formatted("i", sysctl))).isNotEqualTo(500);
        String user = ", 'securityContext': {'windowsOptions': {'runAsUserName': '%s'}}"
                .formatted("a.".repeat(TIMES) + "a\\\\\\\\b");
        assertThat(create("", "pods", "default", pod.formatted("i", user))).isNotEqualTo(500);
        String environment = "'env': [{'name': 'A', 'value': '%s'}]".formatted("$(A)".repeat(TIMES));
        assertThat(create("", "pods", "default", """
            {'metadata': {'name': 'b'}, 'spec': {'containers': [{'name': 'c', 'image': 'i', %s}]}}\
            """.formatted(environment))).isNotEqualTo(500);
    }

    @Test
    void schedulesQuantitiesAndPaths() {
        String cron = """
            {'metadata': {'name': 'a'}, 'spec': {'schedule': 'TEXT', 'jobTemplate': {'spec': {'template': {'spec':
             {'restartPolicy': 'Never', 'containers': [{'name': 'c', 'image': 'i'}]}}}}}}\
            """;
        for (String schedule : List.of(
                "@every " + "1".repeat(TIMES), "@every " + "1s".repeat(TIMES), "1,".repeat(TIMES) + "1 * * * *")) {
            assertThat(create("batch", "cronjobs", "default", cron.replace("TEXT", schedule)))
                    .isNotEqualTo(500);
        }
        String claim = """
            {'metadata': {'name': 'a'}, 'spec': {'accessModes': ['ReadWriteOnce'], 'resources': {'requests':
             {'storage': 'TEXT'}}}}\
            """;
        for (String quantity : List.of("1".repeat(TIMES), "1e" + "1".repeat(TIMES), "0.".repeat(TIMES))) {
            assertThat(create("", "persistentvolumeclaims", "default", claim.replace("TEXT", quantity)))
                    .isNotEqualTo(500);
        }
        String definition = """
            {'metadata': {'name': 'lamps.zoo.test'}, 'spec': {'group': 'zoo.test', 'scope': 'Cluster',
             'names': {'plural': 'lamps', 'kind': 'Lamp'}, 'versions': [{'name': 'v1', 'served': true, 'storage': true,
              'schema': {'openAPIV3Schema': {'type': 'object'}},
              'additionalPrinterColumns': [{'name': 'a', 'type': 'string', 'jsonPath': 'TEXT'}]}]}}\
            """;
        assertThat(create(
                        "apiextensions.k8s.io",
                        "customresourcedefinitions",
                        "",
                        definition.replace("TEXT", ".a".repeat(TIMES))))
                .isNotEqualTo(500);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1:1", "1_1", "1e1", "0x", "+", ".", "2001-01-01 ", "~", "&", "!"})
    void scalarsOfYaml(String part) {
        byte[] yaml =
                ("metadata: {name: a}\ndata:\n  a: " + part.repeat(TIMES) + "\n").getBytes(StandardCharsets.UTF_8);
        var request = new ApiRequest(
                Verb.CREATE,
                new Target("", "v1", "configmaps", "default", "", ""),
                Map.of(),
                new Body(Body.YAML, yaml),
                RunningServer.ADMIN);
        assertThat(code(SERVER.api().call(request))).isNotEqualTo(500);
    }
}
