package dev.tenure.controllers.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.certificates.AgentRequestRule.Asked;
import dev.tenure.runtime.tls.CertificateSubject;
import dev.tenure.runtime.tls.SigningRequest;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What is signed for agents, and for whom without an administrator's word.
final class AgentRequestRuleTest {
    private static final String USER = "system:node:n1";
    private static final Set<String> CLIENT_USES = Set.of("digital signature", "client auth");
    private static final Set<String> SERVER_USES = Set.of("digital signature", "key encipherment", "server auth");

    private static SigningRequest content(String user, List<String> groups, List<String> names) {
        return new SigningRequest(new CertificateSubject(user, groups), names, List.of(), false);
    }

    private static final SigningRequest NODE = content(USER, List.of("system:nodes"), List.of());
    private static final SigningRequest HOST = content(USER, List.of("system:nodes"), List.of("n1"));

    private static Asked client(SigningRequest content) {
        return new Asked(AgentRequestRule.CLIENT, "system:bootstrap:abcdef", CLIENT_USES, content);
    }

    @Test
    void aNodesNameAndGroupFitAndNothingElse() {
        assertThat(AgentRequestRule.fits(client(NODE))).isTrue();
        for (SigningRequest other : List.of(
                HOST,
                content("admin", List.of("system:nodes"), List.of()),
                content("system:node:", List.of("system:nodes"), List.of()),
                content(USER, List.of(), List.of()),
                content(USER, List.of("system:masters"), List.of()),
                content(USER, List.of("system:nodes", "system:masters"), List.of()),
                new SigningRequest(NODE.subject(), List.of(), List.of("10.0.0.1"), false),
                new SigningRequest(NODE.subject(), List.of(), List.of(), true))) {
            assertThat(AgentRequestRule.fits(client(other))).as("%s", other).isFalse();
            assertThat(AgentRequestRule.rights(client(other))).as("%s", other).isEmpty();
        }
    }

    @Test
    void usesAreThoseOfTheSigner() {
        for (Set<String> uses :
                List.of(Set.of("client auth"), SERVER_USES, Set.of("digital signature", "client auth", "cert sign"))) {
            assertThat(AgentRequestRule.fits(new Asked(AgentRequestRule.CLIENT, USER, uses, NODE)))
                    .as("%s", uses)
                    .isFalse();
        }
        assertThat(AgentRequestRule.fits(new Asked(AgentRequestRule.SERVING, USER, SERVER_USES, HOST)))
                .isTrue();
        assertThat(AgentRequestRule.fits(new Asked(AgentRequestRule.SERVING, USER, SERVER_USES, NODE)))
                .isFalse();
        assertThat(AgentRequestRule.fits(new Asked("kubernetes.io/kube-apiserver-client", USER, CLIENT_USES, NODE)))
                .isFalse();
    }

    @Test
    void aServersCertificateTakesAnAdministratorsWord() {
        assertThat(AgentRequestRule.rights(new Asked(AgentRequestRule.SERVING, USER, SERVER_USES, HOST)))
                .isEmpty();
        assertThat(AgentRequestRule.rights(client(NODE))).containsExactly("nodeclient");
        assertThat(AgentRequestRule.rights(new Asked(AgentRequestRule.CLIENT, USER, CLIENT_USES, NODE)))
                .containsExactly("selfnodeclient", "nodeclient");
    }
}
