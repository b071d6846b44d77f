package dev.tenure.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Node;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.policy.ReadinessReasons;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class NodesPageTest {
    @Test
    void aTaintIsShownWithWhyTheNodeBearsIt() {
        byte[] json = """
            {"metadata": {"name": "n"},
             "spec": {"unschedulable": true, "taints": [
                {"key": "dedicated", "value": "gpu", "effect": "NoExecute"},
                {"key": "node.kubernetes.io/unschedulable", "effect": "NoSchedule"},
                {"key": "node.kubernetes.io/disk-pressure", "effect": "NoSchedule"}]},
             "status": {"conditions": [{"type": "DiskPressure", "status": "False"}]}}""".getBytes(StandardCharsets.UTF_8);
        var header =
                new StoredObject.Header(ResourceTypes.NODES.key("", "n"), "u", Map.of(), List.of(), Map.of(), false);
        Node node = new StoredObject(header, json, 1, Views.reader(ResourceTypes.NODES)).view(Node.class);

        assertThat(NodesPage.taints(node, ReadinessReasons.NONE)
                        .valueStream()
                        .map(taint -> taint.path("key").asText() + " / "
                                + taint.path("why").asText("")))
                .containsExactly(
                        "dedicated / ",
                        "node.kubernetes.io/unschedulable / cordoned: spec.unschedulable is true",
                        "node.kubernetes.io/disk-pressure / stale: DiskPressure is False");
    }
}
