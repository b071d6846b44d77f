package dev.tenure.kinds.flowcontrol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.apiserver.flowcontrol.FlowPlan;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.Caller;
import dev.tenure.runtime.limit.FairSeats;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The objects tell what the server really does.
class FlowObjectsTest {
    private static final FlowPlan PLAN = new FlowPlan(1, objects(false), objects(true));

    private static List<ObjectNode> objects(boolean schemas) {
        return FlowObjects.all().stream()
                .filter(object -> FlowObjects.isSchema(object) == schemas)
                .toList();
    }

    private static String name(ObjectNode object) {
        return object.at("/metadata/name").asText();
    }

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

    private static FlowPlan.Place place(Attributes request) {
        return PLAN.place(request);
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
        assertThat(place(asked).schema().name()).isEqualTo(schema);
    }

    @ParameterizedTest
    @CsvSource({
        "ann, get, /healthz, probes",
        "ann, get, /healthz/ping, probes",
        "ann, post, /healthz, global-default",
        "ann, get, /api, global-default",
        "system:node:a, get, /api, system-nodes",
    })
    void probesNeedNoSeatAndOtherPathsDo(String user, String verb, String path, String schema) {
        FlowPlan.Place place = place(Attributes.ofPath(caller(user), verb, path));
        assertThat(place.schema().name()).isEqualTo(schema);
        assertThat(place.level().exempt()).isEqualTo(schema.equals("probes"));
    }

    @Test
    void flowsAreUsersOrNamespaces() {
        var target = new Target("coordination.k8s.io", "v1", "leases", "a", "x", "");
        Attributes ofNode = Attributes.ofResource(caller("system:node:a"), "get", target);
        Attributes ofManager = Attributes.ofResource(caller("system:kube-controller-manager"), "list", target);
        assertThat(place(ofNode).flow()).isEqualTo("system-node-high/system:node:a");
        assertThat(place(ofManager).flow()).isEqualTo("kube-controller-manager/a");
    }

    @Test
    void levelsShareTheServersSeatsAsUpstream() {
        // from kube-apiserver 1.36 with its usual 600: apiserver_flowcontrol_nominal_limit_seats
        assertThat(PLAN.sizes(600).values())
                .extracting(FairSeats.Size::seats)
                .containsExactly(0, 13, 74, 98, 25, 98, 245, 49);
    }

    @Test
    void aLevelOfAUserTakesItsSharesOfAllAsUpstream() {
        List<ObjectNode> levels = new ArrayList<>(objects(false));
        ObjectNode own = FlowObjects.begin(FlowObjects.LEVEL, "own");
        own.putObject("spec")
                .put("type", "Limited")
                .putObject("limited")
                .put("nominalConcurrencyShares", 15)
                .put("lendablePercent", 50)
                .put("borrowingLimitPercent", 10);
        levels.add(own);
        Map<String, FairSeats.Size> sizes = new FlowPlan(1, levels, objects(true)).sizes(600);
        // from kube-apiserver 1.36, which had 17 as the lower and 39 as the upper limit of the new level
        assertThat(sizes.values())
                .extracting(FairSeats.Size::seats)
                .containsExactly(0, 12, 70, 93, 24, 93, 231, 47, 35);
        assertThat(sizes).containsEntry("own", new FairSeats.Size(35, 35 - 17, 39 - 35, 0, 0));
    }

    @Test
    void allAreValid() {
        for (ObjectNode object : FlowObjects.all()) {
            var errors = new FieldErrors();
            if (FlowObjects.isSchema(object)) {
                new FlowSchemaStrategy().validate(object, errors);
            } else {
                new PriorityLevelConfigurationStrategy().validate(object, errors);
            }
            assertThat(errors.list()).as(name(object)).isEmpty();
        }
    }
}
