package dev.tenure.console.page;

import dev.tenure.console.shown.ConsoleFault;
import dev.tenure.console.shown.MissingPart;
import dev.tenure.console.viewer.Viewer;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.stream.Stream;

/// Evictions that were and that are to come, in the form of `/tenure/v1/taint-eviction`: as the cluster's
/// taint eviction controller tells them there; of a cluster where nobody does, as its objects show them
/// ([ObservedEvictions]), with `observed`, and with `blind` for who may not see from which nodes pods are to
/// leave.
public final class Evictions {
    private Evictions() {}

    /// Of what they are asked for.
    ///
    /// @param limit how many of the past and of what is to come, each
    /// @param node empty for all, as `namespace` and `pod` are
    record Asked(int limit, String node, String namespace, String pod) {
        /// Of the whole cluster.
        static Asked all(int limit) {
            return new Asked(limit, "", "", "");
        }

        boolean isAbout(String ofNode, String inNamespace, String name) {
            return is(node, ofNode) && is(namespace, inNamespace) && is(pod, name);
        }

        private static boolean is(String wanted, String value) {
            return wanted.isEmpty() || wanted.equals(value);
        }

        private String path() {
            return "/tenure/v1/taint-eviction?limit=" + limit + parameter("node", node)
                    + parameter("namespace", namespace) + parameter("pod", pod);
        }

        private static String parameter(String name, String value) {
            return value.isEmpty() ? "" : "&" + name + "=" + Quoting.encode(value);
        }
    }

    /// @throws ConsoleFault when the one who looks may not read them
    static JsonNode of(Viewer viewer, Asked asked) {
        return viewer.tenure().get(asked.path()).orElseGet(() -> observed(viewer, asked));
    }

    private static JsonNode observed(Viewer viewer, Asked asked) {
        ObservedEvictions.Found found = ObservedEvictions.of(viewer, asked);
        ObjectNode page = Json.object()
                .put("now", viewer.time().wall().toString())
                .put("observed", true)
                .put("blind", found.blind())
                .put("comingTotal", found.coming().size());
        MissingPart.into(page, found.gaps());
        list(page, "coming", found.coming().stream().limit(asked.limit()));
        page.put("pastTotal", found.past().size());
        list(page, "past", found.past().stream().skip(Math.max(0, found.past().size() - asked.limit())));
        return page;
    }

    private static void list(ObjectNode page, String name, Stream<ObjectNode> rows) {
        page.putArray(name).addAll(rows.toList());
    }

    /// Those of one pod, and of others that had its name before.
    static JsonNode ofPod(Viewer viewer, String namespace, String name, int limit) {
        return of(viewer, new Asked(limit, "", namespace, name));
    }
}
