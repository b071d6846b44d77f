package dev.tenure.kinds.handler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kinds.RunningServer;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Target;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Kinds that are kept although nothing acts on them say so.
class UnenforcedKindsTest {
    private static final String WEBHOOKS = "does not call admission webhooks";

    static List<Arguments> kinds() {
        String noHooks = "'webhooks': []";
        return List.of(
                Arguments.of("validatingwebhookconfigurations", "ValidatingWebhookConfiguration", noHooks, WEBHOOKS),
                Arguments.of("mutatingwebhookconfigurations", "MutatingWebhookConfiguration", noHooks, WEBHOOKS));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void creatingOneWarns(String resource, String kind, String rest, String words) {
        try (var server = new RunningServer()) {
            ApiReply made = server.create(
                    new Target("admissionregistration.k8s.io", "v1", resource, "", "", ""),
                    "{'apiVersion': 'admissionregistration.k8s.io/v1', 'kind': '%s', 'metadata': {'name': 'a'}, %s}"
                            .formatted(kind, rest));
            assertThat(made).isInstanceOf(ApiReply.One.class);
            assertThat(made.warnings()).singleElement().asString().contains(words, "\"a\"", "no effect");
        }
    }

    @Test
    void whatIsActedUponDoesNotWarn() {
        try (var server = new RunningServer()) {
            ApiReply made = server.create(
                    new Target("", "v1", "configmaps", "default", "", ""),
                    "{'apiVersion': 'v1', 'kind': 'ConfigMap', 'metadata': {'name': 'a'}}");
            assertThat(made.warnings()).isEmpty();
        }
    }
}
