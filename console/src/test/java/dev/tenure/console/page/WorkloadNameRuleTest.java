package dev.tenure.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// To which workload a pod is counted.
class WorkloadNameRuleTest {
    private static String of(String name, String owner, String hash) {
        ObjectNode pod = Json.readObject("{\"metadata\":{}}".getBytes(StandardCharsets.UTF_8));
        ObjectNode meta = (ObjectNode) pod.path("metadata");
        meta.put("name", name).put("namespace", "shop");
        if (!hash.isEmpty()) {
            meta.putObject("labels").put("pod-template-hash", hash);
        }
        if (!owner.isEmpty()) {
            String[] parts = owner.split("/", 2);
            meta.putArray("ownerReferences")
                    .addObject()
                    .put("apiVersion", "apps/v1")
                    .put("kind", parts[0])
                    .put("name", parts[1])
                    .put("uid", "u")
                    .put("controller", true);
        }
        return WorkloadNameRule.of((Pod) Views.view(ResourceTypes.PODS, pod));
    }

    @Test
    void aLivingPodTellsItsOwner() {
        assertThat(of("web-8fbcf65c4-l8ml4", "ReplicaSet/web-8fbcf65c4", "8fbcf65c4"))
                .isEqualTo("shop/web");
        assertThat(of("old-x2x2x", "ReplicaSet/old", "")).isEqualTo("shop/old");
        assertThat(of("db-0", "StatefulSet/db", "")).isEqualTo("shop/db");
        assertThat(of("alone", "", "")).isEqualTo("shop/alone");
    }

    @Test
    void ofAPodThatIsGoneTheNameMustDo() {
        assertThat(WorkloadNameRule.ofGone("shop", "web-8fbcf65c4-l8ml4")).isEqualTo("shop/web");
        assertThat(WorkloadNameRule.ofGone("shop", "agent-x7kqz")).isEqualTo("shop/agent");
        assertThat(WorkloadNameRule.ofGone("shop", "db-12")).isEqualTo("shop/db");
        assertThat(WorkloadNameRule.ofGone("shop", "alone")).isEqualTo("shop/alone");
        assertThat(WorkloadNameRule.ofGone("shop", "my-job")).isEqualTo("shop/my-job");
    }
}
