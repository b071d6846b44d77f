package dev.tenure.kinds.handler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kinds.RunningServer;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Kinds that are kept although nothing acts on them say so.
class UnenforcedKindsTest {
    @ParameterizedTest
    @CsvSource({
        "validatingwebhookconfigurations, ValidatingWebhookConfiguration, does not call admission webhooks",
        "mutatingwebhookconfigurations, MutatingWebhookConfiguration, does not call admission webhooks",
        "validatingadmissionpolicies, ValidatingAdmissionPolicy, does not enforce admission policies",
        "validatingadmissionpolicybindings, ValidatingAdmissionPolicyBinding, does not enforce admission policies",
        "mutatingadmissionpolicies, MutatingAdmissionPolicy, does not enforce admission policies",
        "mutatingadmissionpolicybindings, MutatingAdmissionPolicyBinding, does not enforce admission policies",
    })
    void creatingOneWarns(String resource, String kind, String words) {
        try (var server = new RunningServer()) {
            ApiReply made = server.create(
                    new Target("admissionregistration.k8s.io", "v1", resource, "", "", ""),
                    "{'apiVersion': 'admissionregistration.k8s.io/v1', 'kind': '%s', 'metadata': {'name': 'a'}}"
                            .formatted(kind));
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
