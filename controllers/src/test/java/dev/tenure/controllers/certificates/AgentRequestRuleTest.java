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
    private static final Set<String> NONE = Set.of();
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
            assertThat(AgentRequestRule.rights(client(other), NONE))
                    .as("%s", other)
                    .isEmpty();
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
    void anAgentHasAClientsCertificate() {
        assertThat(AgentRequestRule.rights(client(NODE), NONE)).containsExactly("nodeclient");
        assertThat(AgentRequestRule.rights(new Asked(AgentRequestRule.CLIENT, USER, CLIENT_USES, NODE), NONE))
                .containsExactly("selfnodeclient", "nodeclient");
    }

    @Test
    void anAgentHasAServersCertificateForItsNodesNameAndNothingElse() {
        assertThat(serving(USER, HOST, NONE)).containsExactly("selfnodeserver", "nodeserver");
        assertThat(serving("system:node:n2", HOST, NONE)).as("of another node").containsExactly("nodeserver");
        assertThat(serving("admin", HOST, NONE)).containsExactly("nodeserver");
        for (List<String> names : List.of(List.of("n2"), List.of("n1", "n2"), List.of("*.n1"), List.<String>of())) {
            assertThat(serving(USER, content(USER, List.of("system:nodes"), names), NONE))
                    .as("%s", names)
                    .isEmpty();
        }
        SigningRequest addressed = new SigningRequest(HOST.subject(), HOST.names(), List.of("10.0.0.1"), false);
        assertThat(serving(USER, addressed, NONE))
                .as("anybody may listen at an address")
                .isEmpty();
    }

    @Test
    void noAgentStandsForTheApiServer() {
        SigningRequest posing = content("system:node:Kubernetes", List.of("system:nodes"), List.of("Kubernetes"));
        assertThat(serving("system:node:Kubernetes", posing, Set.of("kubernetes")))
                .containsExactly("nodeserver");
    }

    private static List<String> serving(String user, SigningRequest content, Set<String> taken) {
        return AgentRequestRule.rights(new Asked(AgentRequestRule.SERVING, user, SERVER_USES, content), taken);
    }
}
