package dev.tenure.kinds.admission.podsecurity;

import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/// The points that the restricted standard adds to the baseline: what a hardened pod must say. Pure.
final class RestrictedRule {
    private static final List<String> HARMLESS = List.of(
            "configMap",
            "csi",
            "downwardAPI",
            "emptyDir",
            "ephemeral",
            "image",
            "persistentVolumeClaim",
            "projected",
            "secret");
    private static final List<String> OTHERS = List.of(
            "hostPath",
            "gcePersistentDisk",
            "awsElasticBlockStore",
            "gitRepo",
            "nfs",
            "iscsi",
            "glusterfs",
            "rbd",
            "flexVolume",
            "cinder",
            "cephfs",
            "flocker",
            "fc",
            "azureFile",
            "azureDisk",
            "vsphereVolume",
            "quobyte",
            "photonPersistentDisk",
            "portworxVolume",
            "scaleIO",
            "storageos");
    private static final String NON_ROOT = "runAsNonRoot";
    private static final String SECCOMP = "seccompProfile";

    private RestrictedRule() {}

    static Optional<SecurityViolation> escalation(SecuredPod pod) {
        List<String> containers = pod.containersWith(
                security -> security.path("allowPrivilegeEscalation").asBoolean(true));
        return containers.isEmpty()
                ? Optional.empty()
                : Optional.of(new SecurityViolation(
                        "allowPrivilegeEscalation != false",
                        SecuredPod.named(containers) + " must set securityContext.allowPrivilegeEscalation=false"));
    }

    static Optional<SecurityViolation> capabilities(SecuredPod pod) {
        List<String> details = new ArrayList<>();
        List<String> keeping = pod.containersWith(security -> !dropsAll(security.path("capabilities")));
        if (!keeping.isEmpty()) {
            details.add(SecuredPod.named(keeping) + " must set securityContext.capabilities.drop=[\"ALL\"]");
        }
        Set<String> found = new TreeSet<>();
        List<String> adding = pod.containersWith(security ->
                BaselineRule.collect(security.path("capabilities").path("add"), Set.of("NET_BIND_SERVICE"), found));
        if (!adding.isEmpty()) {
            details.add("%s must not include %s in securityContext.capabilities.add"
                    .formatted(SecuredPod.named(adding), SecuredPod.quoted(found)));
        }
        return details.isEmpty()
                ? Optional.empty()
                : Optional.of(new SecurityViolation("unrestricted capabilities", String.join("; ", details)));
    }

    private static boolean dropsAll(JsonNode capabilities) {
        for (JsonNode dropped : capabilities.path("drop")) {
            if (dropped.asText().equals("ALL")) {
                return true;
            }
        }
        return false;
    }

    static Optional<SecurityViolation> volumes(SecuredPod pod) {
        List<String> names = new ArrayList<>();
        Set<String> types = new TreeSet<>();
        for (JsonNode volume : pod.spec().path("volumes")) {
            if (HARMLESS.stream().noneMatch(volume::has)) {
                names.add(volume.path("name").asText(""));
                types.add(OTHERS.stream().filter(volume::has).findFirst().orElse("unknown"));
            }
        }
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(new SecurityViolation(
                        "restricted volume types",
                        "%s %s %s %s %s"
                                .formatted(
                                        SecuredPod.counted(names, "volume"),
                                        SecuredPod.quoted(names),
                                        names.size() == 1 ? "uses" : "use",
                                        SecuredPod.counted(types, "restricted volume type"),
                                        SecuredPod.quoted(types))));
    }

    static Optional<SecurityViolation> nonRoot(SecuredPod pod) {
        Predicate<JsonNode> refused = security ->
                security.path(NON_ROOT).isBoolean() && !security.path(NON_ROOT).asBoolean();
        boolean ofPod = refused.test(pod.security());
        List<String> containers = pod.containersWith(refused);
        String reason = "runAsNonRoot != true";
        if (ofPod || !containers.isEmpty()) {
            return Optional.of(new SecurityViolation(
                    reason,
                    SecuredPod.setters(ofPod, containers) + " must not set securityContext.runAsNonRoot=false"));
        }
        List<String> silent =
                pod.containersWith(security -> !security.path(NON_ROOT).isBoolean());
        return silent.isEmpty() || pod.security().path(NON_ROOT).asBoolean()
                ? Optional.empty()
                : Optional.of(new SecurityViolation(
                        reason, "pod or " + SecuredPod.named(silent) + " must set securityContext.runAsNonRoot=true"));
    }

    static Optional<SecurityViolation> user(SecuredPod pod) {
        Predicate<JsonNode> root = security -> security.path("runAsUser").isNumber()
                && security.path("runAsUser").asLong() == 0;
        boolean ofPod = root.test(pod.security());
        List<String> containers = pod.containersWith(root);
        return ofPod || !containers.isEmpty()
                ? Optional.of(new SecurityViolation(
                        "runAsUser=0", SecuredPod.setters(ofPod, containers) + " must not set runAsUser=0"))
                : Optional.empty();
    }

    static Optional<SecurityViolation> seccomp(SecuredPod pod) {
        Optional<SecurityViolation> bad = BaselineRule.seccomp(pod);
        if (bad.isPresent()) {
            return bad;
        }
        List<String> silent = pod.containersWith(security -> !security.has(SECCOMP));
        return silent.isEmpty() || pod.security().has(SECCOMP)
                ? Optional.empty()
                : Optional.of(new SecurityViolation(
                        SECCOMP,
                        "pod or " + SecuredPod.named(silent)
                                + " must set securityContext.seccompProfile.type to \"RuntimeDefault\" or"
                                + " \"Localhost\""));
    }
}
