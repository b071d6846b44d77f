package dev.tenure.kinds.admission.deviceaccess;

import static dev.tenure.kinds.admission.AdmittedCluster.at;
import static dev.tenure.kinds.admission.AdmittedCluster.by;
import static dev.tenure.kinds.admission.AdmittedCluster.change;
import static dev.tenure.kinds.admission.AdmittedCluster.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.apiserver.authz.Decision;
import dev.tenure.kinds.admission.AdmittedCluster;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.wire.json.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClaimStatusAccessTest {
    private static final ResourceType CLAIMS =
            new ResourceType("resource.k8s.io", "v1", "resourceclaims", "ResourceClaim", Scope.NAMESPACED);
    private static final String ON_A = "'allocation':{'nodeSelector':{'nodeSelectorTerms':[{'matchFields':["
            + "{'key':'metadata.name','operator':'In','values':['a']}]}]}}";
    private static final String REPORT = ",'devices':[{'driver':'gpu.example','pool':'p','device':'d'}]";
    private static final String OTHER_REPORT =
            ",'devices':[{'driver':'gpu.example','pool':'p','device':'d','data':{'a':1}}]";

    private final AdmittedCluster cluster = new AdmittedCluster();
    private final Set<String> allowed = new HashSet<>();
    private final ClaimStatusAccess plugin = new ClaimStatusAccess(this::decide);

    /// GrantedRights stand as `VERB RESOURCE NAMESPACE/NAME`.
    private Decision decide(Attributes a) {
        String right = "%s %s %s/%s".formatted(a.verb(), a.fullResource(), a.namespace(), a.name());
        return allowed.contains(right) ? new Decision.Allow("") : new Decision.Refuse("no rule");
    }

    private static ObjectNode claim(String status) {
        return object("{'metadata':{'name':'c','namespace':'ns'},'status':{" + status + "}}");
    }

    private static Caller account(String... nodes) {
        return new Caller(
                "system:serviceaccount:ns:driver",
                "",
                List.of(),
                nodes.length == 0 ? Map.of() : Map.of("authentication.kubernetes.io/node-name", List.of(nodes)),
                "test");
    }

    private String words(String verb, Caller caller, String next, String old) {
        return cluster.words(plugin, by(caller, at(change(verb, CLAIMS, "ns", claim(next), claim(old)), "status")));
    }

    private String words(Caller caller, String next, String old) {
        return words("update", caller, next, old);
    }

    @Test
    void whatIsAllocatedAndForWhomWantsTheRightToBind() {
        String why = "ResourceClaim.resource.k8s.io \"c\" is invalid: status.allocation: Forbidden: changing"
                + " status.allocation or status.reservedFor requires resource=\"resourceclaims/binding\","
                + " verb=\"update\" permission: resourceclaims.resource.k8s.io is forbidden: User"
                + " \"system:serviceaccount:ns:driver\" cannot update resource \"resourceclaims/binding\" in API group"
                + " \"resource.k8s.io\" at the cluster scope: no rule";
        assertThat(words(account(), ON_A, "")).isEqualTo(why);
        assertThat(words(account(), "", ON_A)).isEqualTo(why);
        assertThat(words(account(), ON_A + ",'reservedFor':[{'uid':'u'}]", ON_A))
                .isEqualTo(why);
        assertThat(words("patch", account(), ON_A, ""))
                .contains("verb=\"patch\" permission", "cannot patch resource \"resourceclaims/binding\"");
        allowed.add("update resourceclaims/binding /");
        assertThat(words(account(), ON_A, "")).isEmpty();
        assertThat(words("patch", account(), ON_A, "")).isNotEmpty();
    }

    @Test
    void whatChangesNeitherNeedsNoRight() {
        assertThat(words(account(), ON_A + ",'reservedFor':[]", ON_A)).isEmpty();
        assertThat(words(account(), ON_A + REPORT, ON_A + REPORT)).isEmpty();
        assertThat(cluster.words(plugin, by(account(), change(CLAIMS, "ns", claim(ON_A), claim("")))))
                .as("the object itself, in which nobody changes the status")
                .isEmpty();
    }

    @Test
    void aReportFromAnywhereWantsTheRightForItsDriver() {
        String why = "ResourceClaim.resource.k8s.io \"c\" is invalid: status.devices: Forbidden: changing"
                + " status.devices requires resource=\"resourceclaims/driver\", verb=\"[arbitrary-node:update]\""
                + " permission: resourceclaims.resource.k8s.io \"gpu.example\" is forbidden: User"
                + " \"system:serviceaccount:ns:driver\" cannot arbitrary-node:update resource"
                + " \"resourceclaims/driver\" in API group \"resource.k8s.io\" in the namespace \"ns\": no rule";
        allowed.add("associated-node:update resourceclaims/driver ns/gpu.example");
        for (Caller caller : List.of(account(), account("b"), account("a", "b"))) {
            assertThat(words(caller, ON_A + REPORT, ON_A)).isEqualTo(why);
            assertThat(words(caller, ON_A + OTHER_REPORT, ON_A + REPORT)).isEqualTo(why);
            assertThat(words(caller, ON_A, ON_A + REPORT)).isEqualTo(why);
        }
        allowed.add("arbitrary-node:update resourceclaims/driver ns/gpu.example");
        assertThat(words(account("b"), ON_A + REPORT, ON_A)).isEmpty();
    }

    @Test
    void aReportFromTheNodeOfTheClaimMayUseEitherRight() {
        assertThat(words(account("a"), ON_A + REPORT, ON_A))
                .contains("verb=\"[associated-node:update arbitrary-node:update]\"", "cannot associated-node:update");
        allowed.add("associated-node:update resourceclaims/driver ns/gpu.example");
        assertThat(words(account("a"), ON_A + REPORT, ON_A)).isEmpty();
        allowed.clear();
        allowed.add("arbitrary-node:update resourceclaims/driver ns/gpu.example");
        assertThat(words(account("a"), ON_A + REPORT, ON_A)).isEmpty();
    }

    @Test
    void onlyServiceAccountsAreOnANodeAndOnlyClaimsThatNameOne() {
        allowed.add("associated-node:update resourceclaims/driver ns/gpu.example");
        for (String user : List.of("a", "system:node:a", "system:serviceaccount:ns", "system:serviceaccount:n.s:x")) {
            var caller = new Caller(user, "", List.of(), account("a").extra(), "test");
            assertThat(words(caller, ON_A + REPORT, ON_A)).as(user).isNotEmpty();
        }
        for (String elsewhere : List.of(
                "'allocation':{}",
                ON_A.replace("'In'", "'NotIn'"),
                ON_A.replace("metadata.name", "metadata.uid"),
                ON_A.replace("['a']", "['a','b']"),
                ON_A.replace("'matchFields'", "'matchExpressions':[{'key':'k'}],'matchFields'"))) {
            assertThat(words(account("a"), elsewhere + REPORT, elsewhere))
                    .as(elsewhere)
                    .isNotEmpty();
        }
    }

    @Test
    void reportsGoFreelyWithTheirAllocation() {
        allowed.add("update resourceclaims/binding /");
        assertThat(words(account(), "", ON_A + REPORT)).isEmpty();
    }
}
