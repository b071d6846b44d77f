package dev.tenure.sim.stage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.client.ClusterClient;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.yaml.Yaml;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/// The rights that a file of `deploy` grants, and what those who have them ask for. Confined to one thread.
public final class Rights {
    private static final Map<String, ResourceType> TYPES = Map.of(
            "ServiceAccount", ResourceTypes.SERVICE_ACCOUNTS,
            "ClusterRole", rbac("clusterroles", "ClusterRole", ResourceType.Scope.CLUSTER),
            "ClusterRoleBinding", rbac("clusterrolebindings", "ClusterRoleBinding", ResourceType.Scope.CLUSTER),
            "Role", rbac("roles", "Role", ResourceType.Scope.NAMESPACED),
            "RoleBinding", rbac("rolebindings", "RoleBinding", ResourceType.Scope.NAMESPACED));

    private final ApiEndpoint server;
    private final List<String> refused = new ArrayList<>();

    public Rights(ApiEndpoint server) {
        this.server = server;
    }

    private static ResourceType rbac(String resource, String kind, ResourceType.Scope scope) {
        return new ResourceType("rbac.authorization.k8s.io", "v1", resource, kind, scope);
    }

    /// The objects of a file of `deploy`, in order.
    public static List<ObjectNode> read(String file) throws IOException {
        List<ObjectNode> objects = new ArrayList<>();
        for (String part : Files.readString(Path.of("..", "deploy", file)).split("\n---\n")) {
            if (Yaml.read(part.getBytes(StandardCharsets.UTF_8)).value() instanceof ObjectNode object) {
                objects.add(object);
            }
        }
        return objects;
    }

    public static void grant(ClusterClient admin, List<ObjectNode> objects) {
        for (ObjectNode object : objects) {
            ResourceType type =
                    Objects.requireNonNull(TYPES.get(object.path("kind").asText()));
            String namespace = object.path("metadata").path("namespace").asText("");
            assertThat(admin.create(type, namespace, Document.of(object))).isNotInstanceOf(ApiReply.Failure.class);
        }
    }

    /// What was refused for want of rights so far.
    public List<String> refused() {
        return refused;
    }

    /// A client with the rights of a service account of kube-system.
    public ClusterClient client(String account) {
        return client(account, new TreeSet<>());
    }

    /// A client that notes in `asked` what it asks for, as `patch apps/replicasets/status`.
    public ClusterClient client(String account, Set<String> asked) {
        return new ClusterClient(
                new Noting(asked),
                Caller.component(
                        "system:serviceaccount:kube-system:" + account,
                        List.of("system:serviceaccounts", "system:serviceaccounts:kube-system", "system:authenticated"),
                        "tenure"));
    }

    private final class Noting implements ApiEndpoint {
        private final Set<String> asked;

        private Noting(Set<String> asked) {
            this.asked = asked;
        }

        @Override
        public ApiReply call(ApiRequest request) {
            note(request);
            ApiReply reply = server.call(request);
            if (reply instanceof ApiReply.Failure(var status, var _) && status.code() == 403) {
                refused.add(status.message());
            }
            return reply;
        }

        @Override
        public WatchReply watch(ApiRequest request) {
            note(request);
            WatchReply reply = server.watch(request);
            if (reply instanceof WatchReply.Refused(var status) && status.code() == 403) {
                refused.add(status.message());
            }
            return reply;
        }

        private void note(ApiRequest request) {
            Attributes attributes = Attributes.of(request);
            asked.add("%s %s/%s".formatted(attributes.verb(), attributes.group(), attributes.fullResource()));
        }
    }

    /// What the rules of roles allow, each as a client notes it.
    public static Set<String> allowed(List<ObjectNode> roles) {
        Set<String> allowed = new TreeSet<>();
        for (ObjectNode role : roles) {
            for (var rule : role.path("rules")) {
                for (var verb : rule.path("verbs")) {
                    for (var group : rule.path("apiGroups")) {
                        rule.path("resources")
                                .forEach(resource -> allowed.add(
                                        "%s %s/%s".formatted(verb.asText(), group.asText(), resource.asText())));
                    }
                }
            }
        }
        return allowed;
    }
}
