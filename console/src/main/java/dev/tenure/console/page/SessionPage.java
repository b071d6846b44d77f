package dev.tenure.console.page;

import dev.tenure.client.ClusterClient;
import dev.tenure.console.change.ConsoleChange;
import dev.tenure.console.shown.ApiAnswers;
import dev.tenure.console.viewer.Viewer;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.Map;

/// Who looks, at what, and what they may do.
final class SessionPage {
    private SessionPage() {}

    static JsonNode of(Viewer viewer) {
        ObjectNode session = Json.object()
                .put("user", viewer.identity().user())
                .put("cluster", viewer.identity().cluster())
                .put("namespace", viewer.copy().namespace())
                .put("tenure", viewer.tenure().get("/tenure/v1").isPresent());
        ObjectNode may = session.putObject("may");
        may.put("nodes", may(viewer.client(), new Act("patch", "", "nodes", ""), "", ""));
        may.put("evict", may(viewer.client(), new Act("create", "", "pods", "eviction"), "", ""));
        may.put(
                "workloads",
                may(
                        viewer.client(),
                        new Act("patch", "apps", "deployments", ""),
                        viewer.copy().namespace(),
                        ""));
        return session;
    }

    /// What somebody would like to do.
    private record Act(String verb, String group, String resource, String subresource) {}

    /// Whether the viewer may change a workload.
    static boolean may(ClusterClient client, ConsoleChange.Workload workload) {
        var type = workload.type();
        return may(client, new Act("patch", type.group(), type.resource(), ""), workload.namespace(), workload.name());
    }

    /// Whether the cluster would let the viewer do that; yes when it does not tell, for then the attempt
    /// will.
    private static boolean may(ClusterClient client, Act act, String namespace, String name) {
        ObjectNode review =
                Json.object().put("apiVersion", "authorization.k8s.io/v1").put("kind", "SelfSubjectAccessReview");
        ObjectNode attributes = review.putObject("spec")
                .putObject("resourceAttributes")
                .put("verb", act.verb())
                .put("group", act.group())
                .put("resource", act.resource())
                .put("subresource", act.subresource());
        if (!namespace.isEmpty()) {
            attributes.put("namespace", namespace);
        }
        if (!name.isEmpty()) {
            attributes.put("name", name);
        }
        ApiReply reply = client.call(
                Verb.CREATE,
                new Target("authorization.k8s.io", "v1", "selfsubjectaccessreviews", "", "", ""),
                Map.of(),
                Body.json(Json.write(review)));
        return reply instanceof ApiReply.Failure
                || ApiAnswers.document(reply).at("/status/allowed").asBoolean(true);
    }
}
