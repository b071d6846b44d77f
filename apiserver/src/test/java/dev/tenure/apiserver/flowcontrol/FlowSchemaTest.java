package dev.tenure.apiserver.flowcontrol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.Caller;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FlowSchemaTest {
    private static final String LEASES = "coordination.k8s.io";

    private static Caller caller(String user) {
        var groups = new ArrayList<>(List.of("system:authenticated"));
        if (user.startsWith("system:node:")) {
            groups.add("system:nodes");
        } else if (user.startsWith("system:serviceaccount:")) {
            groups.add("system:serviceaccounts");
        } else if (user.equals("root")) {
            groups.add("system:masters");
        }
        return new Caller(user, "", user.equals("nobody") ? List.of() : groups, Map.of(), "test");
    }

    @ParameterizedTest
    @CsvSource({
        "root, create, /pods, default, exempt",
        "system:kube-scheduler, update, coordination.k8s.io/leases, kube-system, system-leader-election",
        "system:kube-controller-manager, get, coordination.k8s.io/leases, kube-system, system-leader-election",
        "system:serviceaccount:kube-system:x, create, coordination.k8s.io/leases, a, system-leader-election",
        "system:kube-scheduler, list, coordination.k8s.io/leases, kube-system, kube-scheduler",
        "system:node:a, patch, /nodes/status, '', system-node-high",
        "system:node:a, get, /nodes, '', system-node-high",
        "system:node:a, update, coordination.k8s.io/leases, kube-node-lease, system-node-high",
        "system:node:a, list, /pods, '', system-nodes",
        "system:node:a, patch, /nodes/other, '', system-nodes",
        "system:kube-controller-manager, list, /pods, '', kube-controller-manager",
        "system:kube-scheduler, list, /pods, '', kube-scheduler",
        "system:serviceaccount:kube-system:x, list, /pods, '', kube-system-service-accounts",
        "system:serviceaccount:default:x, update, coordination.k8s.io/leases, default, service-accounts",
        "ann, list, /pods, '', global-default",
        "nobody, list, /pods, '', catch-all",
    })
    void aRequestHasUpstreamsSchema(String user, String verb, String path, String namespace, String schema) {
        String[] parts = path.split("/");
        var target = new Target(parts[0], "v1", parts[1], namespace, "", parts.length > 2 ? parts[2] : "");
        Attributes asked = Attributes.ofResource(caller(user), verb, target);
        assertThat(FlowSchema.of(asked).label()).isEqualTo(schema);
    }

    @Test
    void probesNeedNoSeatAndOtherPathsDo() {
        assertThat(FlowSchema.of(Attributes.ofPath(caller("ann"), "get", "/healthz")))
                .isEqualTo(FlowSchema.PROBES);
        assertThat(FlowSchema.of(Attributes.ofPath(caller("ann"), "get", "/healthz/ping")))
                .isEqualTo(FlowSchema.GLOBAL_DEFAULT);
        assertThat(FlowSchema.of(Attributes.ofPath(caller("ann"), "post", "/healthz")))
                .isEqualTo(FlowSchema.GLOBAL_DEFAULT);
        assertThat(FlowSchema.of(Attributes.ofPath(caller("system:node:a"), "get", "/api")))
                .isEqualTo(FlowSchema.SYSTEM_NODES);
    }

    @Test
    void flowsAreUsersOrNamespaces() {
        var target = new Target(LEASES, "v1", "leases", "a", "x", "");
        Attributes ofNode = Attributes.ofResource(caller("system:node:a"), "get", target);
        Attributes ofManager = Attributes.ofResource(caller("system:kube-controller-manager"), "list", target);
        assertThat(FlowSchema.of(ofNode).flow(ofNode)).isEqualTo("system-node-high/system:node:a");
        assertThat(FlowSchema.of(ofManager).flow(ofManager)).isEqualTo("kube-controller-manager/a");
    }

    @Test
    void levelsShareTheServersSeatsAsUpstream() {
        // from kube-apiserver 1.36 with its usual 600: apiserver_flowcontrol_nominal_limit_seats
        assertThat(Arrays.stream(PriorityLevel.values())
                        .filter(level -> level != PriorityLevel.EXEMPT)
                        .map(level -> level.size(600).seats()))
                .containsExactly(98, 74, 25, 98, 245, 49, 13);
    }
}
