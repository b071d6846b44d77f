package dev.tenure.kubelet.pod;

import dev.tenure.rules.pod.PodRule;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.yaml.Yaml;
import dev.tenure.wire.yaml.YamlException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/// The text of a manifest → a pod as this node runs it by itself: named after the node too, with a uid made
/// of its content, tolerating everything that evicts, with the defaults that the API server would give.
/// Upstream: pkg/kubelet/config/common.go, file.go.
public final class StaticPodParser {
    public static final String HASH_ANNOTATION = "kubernetes.io/config.hash";
    private static final String SOURCE = "file";
    private static final long GRACE_SECONDS = 30;

    private final String node;

    /// @param node its name
    public StaticPodParser(String node) {
        this.node = node;
    }

    /// @param path of the file, which makes the uid with the content
    /// @throws ConfigException when the text is no pod
    public ObjectNode parse(String path, String text) {
        ObjectNode pod = read(text);
        if (!pod.path("kind").asText("").equals("Pod")
                || !pod.path("apiVersion").asText("").equals("v1")) {
            throw new ConfigException("static pod %s: expected is kind Pod of v1".formatted(path));
        }
        ObjectNode meta = pod.withObjectProperty("metadata");
        String name = meta.path("name").asText("");
        if (name.isEmpty() || !pod.path("spec").path("containers").isArray()) {
            throw new ConfigException("static pod %s: it has no name or no containers".formatted(path));
        }
        String uid = meta.path("uid").asText("");
        if (uid.isEmpty()) {
            uid = uid(path, text);
        }
        meta.put("name", name.endsWith("-" + node) ? name : name + "-" + node).put("uid", uid);
        if (meta.path("namespace").asText("").isEmpty()) {
            meta.put("namespace", "default");
        }
        meta.withObjectProperty("annotations")
                .put(PodRule.SOURCE_ANNOTATION, SOURCE)
                .put(HASH_ANNOTATION, uid);
        spec(pod.withObjectProperty("spec"));
        pod.remove("status");
        pod.putObject("status").put("phase", "Pending");
        return pod;
    }

    private static ObjectNode read(String text) {
        try {
            if (Yaml.read(text.getBytes(StandardCharsets.UTF_8)).value() instanceof ObjectNode object) {
                return object;
            }
        } catch (YamlException e) {
            throw new ConfigException("static pod: " + e.getMessage());
        }
        throw new ConfigException("static pod: the file holds no object");
    }

    private String uid(String path, String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("MD5");
            digest.update(("host:%s file:%s ".formatted(node, path) + text).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has MD5", e);
        }
    }

    private void spec(ObjectNode spec) {
        spec.put("nodeName", node);
        missing(spec, "restartPolicy", "Always");
        missing(spec, "dnsPolicy", "ClusterFirst");
        missing(spec, "schedulerName", "default-scheduler");
        if (!spec.has("terminationGracePeriodSeconds")) {
            spec.put("terminationGracePeriodSeconds", GRACE_SECONDS);
        }
        if (!spec.has("enableServiceLinks")) {
            spec.put("enableServiceLinks", true);
        }
        spec.withArrayProperty("tolerations")
                .addObject()
                .put("operator", "Exists")
                .put("effect", "NoExecute");
        for (String list : List.of("initContainers", "containers")) {
            if (spec.path(list) instanceof ArrayNode containers) {
                containers.forEach(StaticPodParser::container);
            }
        }
    }

    private static void container(JsonNode node) {
        if (!(node instanceof ObjectNode container)) {
            throw new ConfigException("static pod: a container is no object");
        }
        String image = container.path("image").asText("");
        String last = image.substring(image.lastIndexOf('/') + 1);
        boolean fixed = last.contains("@") || (last.contains(":") && !last.endsWith(":latest"));
        missing(container, "imagePullPolicy", fixed ? "IfNotPresent" : "Always");
        missing(container, "terminationMessagePath", "/dev/termination-log");
        missing(container, "terminationMessagePolicy", "File");
        if (container.path("resources") instanceof ObjectNode resources
                && resources.path("limits") instanceof ObjectNode limits) {
            ObjectNode requests = resources.withObjectProperty("requests");
            for (Map.Entry<String, JsonNode> limit : limits.properties()) {
                if (!requests.has(limit.getKey())) {
                    requests.set(limit.getKey(), limit.getValue());
                }
            }
        }
    }

    private static void missing(ObjectNode object, String field, String value) {
        if (object.path(field).asText("").isEmpty()) {
            object.put(field, value);
        }
    }

    /// The object that shows such a pod in the API.
    ///
    /// @param nodeUid of the node's own object
    public static ObjectNode mirror(ObjectNode pod, String nodeUid) {
        ObjectNode mirror = pod.deepCopy();
        ObjectNode meta = mirror.withObjectProperty("metadata");
        String hash = meta.path("annotations").path(HASH_ANNOTATION).asText();
        meta.remove(List.of("uid", "resourceVersion", "creationTimestamp"));
        meta.withObjectProperty("annotations").put(PodRule.MIRROR_ANNOTATION, hash);
        meta.putArray("ownerReferences")
                .addObject()
                .put("apiVersion", "v1")
                .put("kind", "Node")
                .put("name", pod.path("spec").path("nodeName").asText())
                .put("uid", nodeUid)
                .put("controller", true);
        mirror.remove("status");
        return mirror;
    }
}
