package dev.tenure.kinds.admission.serviceaddresses;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kinds.RunningServer;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ServiceAddressesTest {
    private static final Target SERVICES = new Target("", "v1", "services", "default", "", "");
    private static final int WRITERS = 16;
    private static final int EACH = 20;

    private final RunningServer server = new RunningServer();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void concurrentServicesNeverGetTheSameAddressOrPort() throws Exception {
        List<ApiReply> replies = concurrently(writer -> {
            var made = new ArrayList<ApiReply>();
            for (int i = 0; i < EACH; i++) {
                made.add(create("s-%d-%d".formatted(writer, i), "'type': 'NodePort'"));
            }
            return made;
        });
        List<JsonNode> specs = replies.stream().map(ServiceAddressesTest::spec).toList();
        assertThat(specs.stream().map(spec -> spec.path("clusterIP").asText()))
                .hasSize(WRITERS * EACH)
                .doesNotHaveDuplicates();
        assertThat(specs.stream()
                        .map(spec -> spec.path("ports").path(0).path("nodePort").asInt()))
                .doesNotHaveDuplicates()
                .doesNotContain(0);
    }

    @Test
    void ofConcurrentServicesThatWantOneAddressOneGetsIt() throws Exception {
        List<ApiReply> replies =
                concurrently(writer -> List.of(create("s-" + writer, "'type': 'NodePort', 'clusterIP': '10.0.7.7'")));
        assertThat(replies.stream().filter(reply -> reply instanceof ApiReply.One))
                .hasSize(1);
        assertThat(replies.stream().filter(reply -> reply instanceof ApiReply.Failure))
                .hasSize(WRITERS - 1)
                .allSatisfy(reply -> assertThat(refusal(reply)).contains("provided IP is already allocated"));
    }

    @Test
    void aDeletedServiceGivesBackWhatItHad() {
        String wish = "'type': 'NodePort', 'clusterIP': '10.0.7.8'";
        assertThat(create("first", wish)).isInstanceOf(ApiReply.One.class);
        assertThat(refusal(create("second", wish))).contains("already allocated");
        server.call(Verb.DELETE, new Target("", "v1", "services", "default", "first", ""));
        assertThat(create("second", wish)).isInstanceOf(ApiReply.One.class);
    }

    @Test
    void aRefusedServiceGivesBackWhatItClaimed() {
        long before = claims();
        assertThat(refusal(create("s", "'type': 'NodePort', 'sessionAffinity': 'Nonsense'")))
                .contains("sessionAffinity");
        assertThat(claims()).isEqualTo(before);
    }

    @Test
    void aDryRunClaimsNothing() {
        long before = claims();
        var dry = new ApiRequest(
                Verb.CREATE,
                SERVICES,
                Map.of("dryRun", List.of("All")),
                new Body(
                        "application/json",
                        service("dry", "'type': 'NodePort'").replace('\'', '"').getBytes(StandardCharsets.UTF_8)),
                RunningServer.ADMIN);
        assertThat(server.api().call(dry)).isInstanceOf(ApiReply.One.class);
        assertThat(claims()).isEqualTo(before);
    }

    private long claims() {
        Target addresses = new Target("networking.k8s.io", "v1", "ipaddresses", "", "", "");
        return ((ApiReply.Many) server.call(Verb.LIST, addresses)).items().size();
    }

    private interface Writer {
        List<ApiReply> write(int number);
    }

    private static List<ApiReply> concurrently(Writer writer) throws Exception {
        var all = new ArrayList<ApiReply>();
        try (var threads = Executors.newFixedThreadPool(WRITERS)) {
            var tasks = new ArrayList<Callable<List<ApiReply>>>();
            for (int i = 0; i < WRITERS; i++) {
                int number = i;
                tasks.add(() -> writer.write(number));
            }
            for (Future<List<ApiReply>> done : threads.invokeAll(tasks)) {
                all.addAll(done.get());
            }
        }
        return all;
    }

    private ApiReply create(String name, String spec) {
        return server.create(SERVICES, service(name, spec));
    }

    private static String service(String name, String spec) {
        return "{'apiVersion': 'v1', 'kind': 'Service', 'metadata': {'name': '%s'}, 'spec': {%s, 'ports': [{'port': 80}]}}"
                .formatted(name, spec);
    }

    private static JsonNode spec(ApiReply reply) {
        assertThat(reply).isInstanceOf(ApiReply.One.class);
        return Json.readObject(((ApiReply.One) reply).object().json()).path("spec");
    }

    private static String refusal(ApiReply reply) {
        assertThat(reply).isInstanceOf(ApiReply.Failure.class);
        return ((ApiReply.Failure) reply).status().message();
    }
}
