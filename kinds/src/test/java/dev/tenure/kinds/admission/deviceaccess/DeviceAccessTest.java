package dev.tenure.kinds.admission.deviceaccess;

import static dev.tenure.kinds.admission.AdmittedCluster.creation;
import static dev.tenure.kinds.admission.AdmittedCluster.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.kinds.admission.AdmittedCluster;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.ObjectNode;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class DeviceAccessTest {
    private static final ResourceType CLAIMS =
            new ResourceType("resource.k8s.io", "v1", "resourceclaims", "ResourceClaim", Scope.NAMESPACED);
    private static final ResourceType SLICES =
            new ResourceType("resource.k8s.io", "v1", "resourceslices", "ResourceSlice", Scope.CLUSTER);

    private final DeviceAccess plugin = new DeviceAccess();
    private final AdmittedCluster cluster = new AdmittedCluster()
            .with(ResourceTypes.NAMESPACES, "{'metadata':{'name':'plain'}}")
            .with(
                    ResourceTypes.NAMESPACES,
                    "{'metadata':{'name':'admins','labels':{'resource.kubernetes.io/admin-access':'true'}}}");

    private String words(String namespace, boolean admin) {
        ObjectNode claim = object("{'metadata':{'name':'c'},'spec':{'devices':{'requests':[{'name':'r',"
                + "'exactly':{'deviceClassName':'gpu','adminAccess':" + admin + "}}]}}}");
        var errors = new FieldErrors();
        plugin.check(creation(CLAIMS, namespace, claim), cluster, errors);
        return errors.list().stream()
                .map(error -> error.field() + ": " + error.detail())
                .collect(Collectors.joining());
    }

    @Test
    void adminAccessIsOnlyForNamespacesThatAreLabelledForIt() {
        assertThat(words("admins", true)).isEmpty();
        assertThat(words("plain", false)).isEmpty();
        assertThat(words("plain", true))
                .isEqualTo("spec.devices.requests[0].adminAccess:"
                        + " admin access to devices requires the `resource.kubernetes.io/admin-access: true`"
                        + " label on the containing namespace");
    }

    @Test
    void aTaintOfADeviceSaysSinceWhenItIsThere() {
        ObjectNode slice = object("{'metadata':{'name':'s'},'spec':{'devices':[{'name':'d','taints':["
                + "{'key':'new','effect':'NoExecute'},{'key':'old','effect':'NoExecute','timeAdded':'2025-01-01T00:00:00Z'}"
                + "]}]}}");
        assertThat(cluster.words(plugin, creation(SLICES, "", slice))).isEmpty();
        assertThat(slice.at("/spec/devices/0/taints/0/timeAdded").asText()).isEqualTo("2026-01-01T12:00:00Z");
        assertThat(slice.at("/spec/devices/0/taints/1/timeAdded").asText()).isEqualTo("2025-01-01T00:00:00Z");
    }
}
