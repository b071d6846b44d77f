package dev.tenure.plan.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import org.junit.jupiter.api.Test;

/// By which workload a pod is told.
class LeftPodTest {
    private static String owner(String kind, String name, String hash) {
        ObjectNode pod = Json.object();
        ObjectNode meta = pod.putObject("metadata").put("name", "p").put("namespace", "shop");
        if (!hash.isEmpty()) {
            meta.putObject("labels").put("pod-template-hash", hash);
        }
        if (!kind.isEmpty()) {
            meta.putArray("ownerReferences")
                    .addObject()
                    .put("apiVersion", "apps/v1")
                    .put("kind", kind)
                    .put("name", name)
                    .put("uid", "u")
                    .put("controller", true);
        }
        return LeftPod.owner((Pod) Views.view(ResourceTypes.PODS, pod));
    }

    @Test
    void theReplicaSetOfADeploymentIsToldAsTheDeployment() {
        assertThat(owner("ReplicaSet", "web-8fbcf65c4", "8fbcf65c4")).isEqualTo("web");
        // under pseudonyms
        assertThat(owner("ReplicaSet", "a-b", "b")).isEqualTo("a");
    }

    @Test
    void aNameThatAUserGaveIsToldWhole() {
        assertThat(owner("ReplicaSet", "shop-frontend", "")).isEqualTo("shop-frontend");
        assertThat(owner("ReplicaSet", "shop-backend", "8fbcf65c4")).isEqualTo("shop-backend");
        assertThat(owner("StatefulSet", "db-primary", "primary")).isEqualTo("db-primary");
        assertThat(owner("", "", "")).isEqualTo("p");
    }
}
