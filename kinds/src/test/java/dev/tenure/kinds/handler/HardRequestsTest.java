package dev.tenure.kinds.handler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kinds.RunningServer;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.StoredObject.Header;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Which requests are carried out where they keep nobody else from running.
class HardRequestsTest {
    private static final Target ALL = new Target("", "v1", "configmaps", "default", "", "");

    /// Of what a store keeps for long the length is known.
    private final RunningServer server = RunningServer.over(List.of(stored("small", 20), stored("large", 20_000)));

    @AfterEach
    void close() {
        server.close();
    }

    private static StoredObject stored(String name, int length) {
        String text = """
                {"kind": "ConfigMap", "apiVersion": "v1", "metadata": {"name": "%s", "namespace": "default"},
                 "data": {"a": "%s"}}""".formatted(name, "x".repeat(length));
        var key = new ObjectKey("", "configmaps", "default", name);
        return new StoredObject(
                new Header(key, "", Map.of(), List.of(), Map.of(), false),
                text.getBytes(StandardCharsets.UTF_8),
                1,
                Views.reader("", "ConfigMap"));
    }

    private boolean isHard(Verb verb, Target target, String body) {
        Body sent = Body.json(body.getBytes(StandardCharsets.UTF_8));
        return server.api().isHard(new ApiRequest(verb, target, Map.of(), sent, RunningServer.ADMIN));
    }

    private static Target named(String name) {
        return new Target("", "v1", "configmaps", "default", name, "");
    }

    @Test
    void whatIsAboutMuchIsHardHoweverLittleIsSent() {
        for (Verb verb : new Verb[] {Verb.PATCH, Verb.UPDATE, Verb.DELETE, Verb.GET}) {
            assertThat(isHard(verb, named("small"), "{}")).isFalse();
            assertThat(isHard(verb, named("large"), "{}")).isTrue();
            assertThat(isHard(verb, named("absent"), "{}")).isFalse();
        }
        assertThat(isHard(Verb.CREATE, ALL, "{}")).isFalse();
        assertThat(isHard(Verb.CREATE, ALL, " ".repeat(20_000))).isTrue();
        assertThat(isHard(Verb.DELETE_COLLECTION, ALL, "{}")).isTrue();
        assertThat(isHard(Verb.GET, new Target("no.such", "v1", "things", "default", "large", ""), "{}"))
                .isFalse();
    }
}
