package dev.tenure.controllers.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.runtime.tls.CertificateSubject;
import dev.tenure.runtime.tls.SigningRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is signed for users; the texts are upstream's.
final class UserRequestRuleTest {
    private static SigningRequest content(String... groups) {
        return new SigningRequest(
                new CertificateSubject("alice", List.of(groups)), List.of("a.example"), List.of(), false);
    }

    @Test
    void itIsThereForClientsAndNothingElse() {
        assertThat(UserRequestRule.refusal(List.of("client auth"), content("dev")))
                .isEmpty();
        assertThat(UserRequestRule.refusal(List.of("digital signature", "key encipherment", "client auth"), content()))
                .isEmpty();
        assertThat(UserRequestRule.refusal(List.of("client auth", "server auth", "any"), content()))
                .hasValue("invalid usage for client certificate: server auth");
        assertThat(UserRequestRule.refusal(List.of("digital signature"), content()))
                .hasValue("missing required usage for client certificate: client auth");
    }

    @Test
    void nobodyBecomesMasterOfTheCluster() {
        assertThat(UserRequestRule.refusal(List.of("client auth"), content("dev", "system:masters")))
                .hasValue("use of kubernetes.io/kube-apiserver-client signer with system:masters group is not allowed");
    }

    @Test
    void itIsAboutOneSigner() {
        assertThat(UserRequestRule.concerns("kubernetes.io/kube-apiserver-client"))
                .isTrue();
        assertThat(UserRequestRule.concerns("kubernetes.io/kube-apiserver-client-kubelet"))
                .isFalse();
        assertThat(UserRequestRule.concerns("example.com/kube-apiserver-client"))
                .isFalse();
    }
}
