package dev.tenure.launch.agent;

import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.yaml.Yaml;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/// What a cluster needs for machines to join, named as kubeadm names it: where it is and who vouches for it,
/// for everybody to read, and the rights of who has a token. Pure.
final class JoinObjects {
    static final String GROUP = "system:bootstrappers:kubeadm:default-node-token";
    static final String PUBLIC = "kube-public";
    static final String INFO = "cluster-info";

    private static final String RBAC = "rbac.authorization.k8s.io";
    private static final String INFO_ROLE = "kubeadm:bootstrap-signer-clusterinfo";
    private static final String SERVING = "tenure:node-autoapprove-serving";
    private static final String REQUESTS = "system:certificates.k8s.io:certificatesigningrequests:";

    private JoinObjects() {}

    /// @param namespace empty for none
    record Wanted(ResourceType type, String namespace, ObjectNode object) {}

    /// @param authority PEM
    static List<Wanted> all(String server, String authority) {
        return List.of(
                info(server, authority),
                role(),
                readableByAll(),
                granting("kubeadm:kubelet-bootstrap", "system:node-bootstrapper", GROUP),
                granting("kubeadm:node-autoapprove-bootstrap", REQUESTS + "nodeclient", GROUP),
                granting("kubeadm:node-autoapprove-certificate-rotation", REQUESTS + "selfnodeclient", "system:nodes"),
                ownServing(),
                granting(SERVING, SERVING, "system:nodes"));
    }

    /// The right of agents to certificates for their nodes' names, which no Kubernetes has.
    private static Wanted ownServing() {
        ObjectNode role = named(RBAC + "/v1", "ClusterRole", SERVING);
        ObjectNode rule = role.putArray("rules").addObject();
        rule.putArray("apiGroups").add("certificates.k8s.io");
        rule.putArray("resources").add("certificatesigningrequests/selfnodeserver");
        rule.putArray("verbs").add("create");
        return new Wanted(rbac("clusterroles", "ClusterRole", Scope.CLUSTER), "", role);
    }

    private static Wanted info(String server, String authority) {
        ObjectNode config = Json.object();
        config.put("apiVersion", "v1").put("kind", "Config");
        config.putArray("clusters")
                .addObject()
                .put("name", "")
                .putObject("cluster")
                .put("server", server)
                .put(
                        "certificate-authority-data",
                        Base64.getEncoder().encodeToString(authority.getBytes(StandardCharsets.US_ASCII)));
        ObjectNode map = named("v1", "ConfigMap", INFO);
        map.putObject("data").put("kubeconfig", new String(Yaml.write(config), StandardCharsets.UTF_8));
        return new Wanted(ResourceTypes.CONFIG_MAPS, PUBLIC, map);
    }

    private static Wanted role() {
        ObjectNode role = named(RBAC + "/v1", "Role", INFO_ROLE);
        ObjectNode rule = role.putArray("rules").addObject();
        rule.putArray("apiGroups").add("");
        rule.putArray("resources").add("configmaps");
        rule.putArray("resourceNames").add(INFO);
        rule.putArray("verbs").add("get");
        return new Wanted(rbac("roles", "Role", Scope.NAMESPACED), PUBLIC, role);
    }

    private static Wanted granting(String name, String role, String group) {
        ObjectNode binding = named(RBAC + "/v1", "ClusterRoleBinding", name);
        grant(binding, "ClusterRole", role).put("kind", "Group").put("name", group);
        return new Wanted(rbac("clusterrolebindings", "ClusterRoleBinding", Scope.CLUSTER), "", binding);
    }

    private static Wanted readableByAll() {
        ObjectNode binding = named(RBAC + "/v1", "RoleBinding", INFO_ROLE);
        grant(binding, "Role", INFO_ROLE).put("kind", "User").put("name", "system:anonymous");
        return new Wanted(rbac("rolebindings", "RoleBinding", Scope.NAMESPACED), PUBLIC, binding);
    }

    private static ObjectNode grant(ObjectNode binding, String kind, String role) {
        binding.putObject("roleRef").put("apiGroup", RBAC).put("kind", kind).put("name", role);
        return binding.putArray("subjects").addObject().put("apiGroup", RBAC);
    }

    private static ObjectNode named(String apiVersion, String kind, String name) {
        ObjectNode object = Json.object();
        object.put("apiVersion", apiVersion).put("kind", kind);
        object.putObject("metadata").put("name", name);
        return object;
    }

    private static ResourceType rbac(String resource, String kind, Scope scope) {
        return new ResourceType(RBAC, "v1", resource, kind, scope);
    }
}
