package dev.tenure.kinds.admission.escalation;

import static dev.tenure.kinds.admission.AdmittedCluster.by;
import static dev.tenure.kinds.admission.AdmittedCluster.creation;
import static dev.tenure.kinds.admission.AdmittedCluster.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.apiserver.authz.Decision;
import dev.tenure.kinds.KindList;
import dev.tenure.kinds.admission.AdmittedCluster;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.runtime.loop.Published;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ParameterAccessTest {
    private static final ResourceType POLICIES = type("validatingadmissionpolicies", "ValidatingAdmissionPolicy");
    private static final ResourceType BINDINGS =
            type("validatingadmissionpolicybindings", "ValidatingAdmissionPolicyBinding");
    private static final String POLICY =
            "{'metadata':{'name':'p'},'spec':{'paramKind':{'apiVersion':'apps/v1','kind':'Deployment'}}}";

    private final List<String> asked = new ArrayList<>();
    private final ParameterAccess plugin = new ParameterAccess(this::refuse, new Published<>(KindList.standard()));
    private final AdmittedCluster cluster = new AdmittedCluster();

    private static ResourceType type(String resource, String kind) {
        return new ResourceType("admissionregistration.k8s.io", "v1", resource, kind, Scope.CLUSTER);
    }

    private Decision refuse(Attributes a) {
        asked.add(
                "%s %s/%s/%s %s/%s".formatted(a.verb(), a.group(), a.version(), a.resource(), a.namespace(), a.name()));
        return new Decision.Refuse("");
    }

    private String words(ResourceType type, ObjectNode object) {
        return cluster.words(plugin, by(Caller.component("ann", List.of("devs"), "test"), creation(type, "", object)));
    }

    @Test
    void aPolicyNeedsTheRightToReadAllItsParameters() {
        assertThat(words(POLICIES, object(POLICY)))
                .isEqualTo("ValidatingAdmissionPolicy.admissionregistration.k8s.io \"p\" is invalid: spec.paramKind:"
                        + " Forbidden: user &{ann  [devs] map[]} must have \"get\" permission on all objects of the"
                        + " referenced paramKind (kind=Deployment, apiVersion=apps/v1)");
        assertThat(asked).containsExactly("get apps/v1/deployments */*");
    }

    @Test
    void aPolicyWithoutParametersNeedsNothing() {
        assertThat(words(POLICIES, object("{'metadata':{'name':'p'},'spec':{}}")))
                .isEmpty();
        assertThat(asked).isEmpty();
    }

    @Test
    void aBindingNeedsTheRightToReadTheParametersItNames() {
        cluster.with(POLICIES, POLICY);
        ObjectNode binding = object("{'metadata':{'name':'b'},'spec':{'policyName':'p','paramRef':"
                + "{'name':'limits','namespace':'team'}}}");
        assertThat(words(BINDINGS, binding))
                .endsWith("does not have \"get\" permission on the object referenced by paramRef");
        assertThat(asked).containsExactly("get apps/v1/deployments team/limits");
    }

    @Test
    void aBindingOfAnUnknownPolicyNeedsTheRightToReadEverything() {
        ObjectNode binding = object("{'metadata':{'name':'b'},'spec':{'policyName':'p','paramRef':{'selector':{}}}}");
        assertThat(words(BINDINGS, binding))
                .contains("unable to get policy p to determine minimum required permissions");
        assertThat(asked).containsExactly("list */*/* /");
    }

    @Test
    void mastersAreNotAsked() {
        assertThat(cluster.words(plugin, creation(POLICIES, "", object(POLICY))))
                .isEmpty();
    }
}
