package dev.tenure.kinds.admission.resourcequota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kinds.RunningServer;
import dev.tenure.kinds.admission.AdmittedCluster;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.io.Batch;
import dev.tenure.wire.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Many writers at once, on real threads.
class QuotaRaceTest {
    private static final int WRITERS = 200;
    private static final int ALLOWED = 70;

    private final RunningServer server = new RunningServer();

    @AfterEach
    void stop() {
        server.close();
    }

    private ApiReply send(Verb verb, Target target, String body) {
        byte[] json = Json.write(AdmittedCluster.object(body));
        return server.api().call(new ApiRequest(verb, target, Map.of(), Body.json(json), RunningServer.ADMIN));
    }

    private static Target of(String resource, String name, String subresource) {
        return new Target("", "v1", resource, "default", name, subresource);
    }

    @Test
    void neitherOverdrawsAQuotaNorPushesAnotherOut() throws Exception {
        String quota = "{'apiVersion':'v1','kind':'ResourceQuota','metadata':{'name':'q'},"
                + "'spec':{'hard':{'configmaps':'%1$d'}},'status':{'hard':{'configmaps':'%1$d'},'used':{'configmaps':'0'}}}"
                        .formatted(ALLOWED);
        assertThat(send(Verb.CREATE, of("resourcequotas", "", ""), quota)).isInstanceOf(ApiReply.One.class);
        assertThat(send(Verb.UPDATE, of("resourcequotas", "q", "status"), quota))
                .isInstanceOf(ApiReply.One.class);
        Queue<String> refusals = new ConcurrentLinkedQueue<>();
        List<Integer> writers = IntStream.range(0, WRITERS).boxed().toList();

        Batch.run(
                writers,
                WRITERS,
                i -> {
                    String map = "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'m-%d'}}".formatted(i);
                    if (send(Verb.CREATE, of("configmaps", "", ""), map)
                            instanceof ApiReply.Failure(var status, var _)) {
                        refusals.add(status.message());
                    }
                },
                _ -> {});

        assertThat(refusals)
                .hasSize(WRITERS - ALLOWED)
                .allMatch(text -> text.endsWith(
                        "exceeded quota: q, requested: configmaps=1, used: configmaps=%1$d, limited: configmaps=%1$d"
                                .formatted(ALLOWED)));
        assertThat(send(Verb.GET, of("resourcequotas", "q", ""), "{}"))
                .isInstanceOfSatisfying(
                        ApiReply.One.class,
                        one -> assertThat(used(one.object())).isEqualTo(String.valueOf(ALLOWED)));
    }

    private static String used(StoredObject quota) {
        return Json.readObject(quota.json()).at("/status/used/configmaps").asText();
    }
}
