package dev.tenure.node.container;

import dev.tenure.kubelet.admission.GroupsPolicyRule;
import dev.tenure.kubelet.pod.ContainerPlan;
import dev.tenure.kubelet.pod.Labels;
import dev.tenure.kubelet.pod.PodPlan;
import dev.tenure.node.cri.Message;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The `PodSandboxConfig` of a pod. Upstream: kuberuntime_sandbox.go, network/dns/dns.go.
final class SandboxConfig {
    private static final int NAMESPACE_CONTAINER = 1;
    private static final int NAMESPACE_NODE = 2;
    private static final int NAMESPACE_TARGET = 3;
    private static final Path RESOLV_CONF = Path.of("/etc/resolv.conf");

    private final PodPlan pod;
    private final HostFacts host;

    SandboxConfig(PodPlan pod, HostFacts host) {
        this.pod = pod;
        this.host = host;
    }

    /// @param cgroupParent empty for none
    /// @throws ConfigException when the sandbox cannot be described
    Message of(int attempt, String cgroupParent) {
        var meta = pod.pod().meta();
        var hostname = PodHostname.of(pod, host.dns().domain());
        Message metadata = Message.builder()
                .text(1, meta.name())
                .text(2, meta.uid())
                .text(3, meta.namespace())
                .number(4, attempt)
                .build();
        var labels = new LinkedHashMap<>(meta.labels());
        labels.putAll(podLabels(pod));
        Message.Builder config = Message.builder()
                .message(1, metadata)
                .text(2, pod.pod().spec().hostNetwork() ? "" : hostname.ofKernel(pod))
                .text(3, host.logs().resolve(pod.logFolder()).toString())
                .message(4, dns());
        ports(config);
        return config.map(6, labels)
                .map(7, meta.annotations())
                .message(8, linux(cgroupParent))
                .build();
    }

    static Map<String, String> podLabels(PodPlan pod) {
        var meta = pod.pod().meta();
        return Map.of(Labels.POD_NAME, meta.name(), Labels.POD_NAMESPACE, meta.namespace(), Labels.POD_UID, meta.uid());
    }

    private void ports(Message.Builder config) {
        if (pod.pod().spec().hostNetwork()) {
            return;
        }
        for (ContainerPlan container : pod.containers()) {
            for (JsonNode port : container.spec().path("ports")) {
                if (port.path("hostPort").asInt(0) == 0) {
                    continue;
                }
                config.message(
                        5,
                        Message.builder()
                                .number(1, protocol(port.path("protocol").asText("TCP")))
                                .number(2, port.path("containerPort").asInt())
                                .number(3, port.path("hostPort").asInt())
                                .text(4, port.path("hostIP").asText(""))
                                .build());
            }
        }
    }

    private static int protocol(String name) {
        return switch (name) {
            case "UDP" -> 1;
            case "SCTP" -> 2;
            default -> 0;
        };
    }

    private Message linux(String cgroupParent) {
        JsonNode security = pod.spec().path("securityContext");
        Message.Builder context = Message.builder().message(1, namespaces(pod));
        Security.user(context, 3, security.path("runAsUser"));
        Security.user(context, 8, security.path("runAsGroup"));
        groups(security).forEach(group -> context.number(5, group));
        context.number(11, groupsPolicy(security));
        boolean privileged = pod.containers().stream()
                .anyMatch(container -> container
                        .spec()
                        .path("securityContext")
                        .path("privileged")
                        .asBoolean(false));
        context.flag(6, privileged).message(9, Message.builder().number(1, 0).build());
        Message.Builder linux = Message.builder().text(1, cgroupParent).message(2, context.build());
        var sysctls = new LinkedHashMap<String, String>();
        for (JsonNode sysctl : security.path("sysctls")) {
            sysctls.put(sysctl.path("name").asText(), sysctl.path("value").asText());
        }
        return linux.map(3, sysctls).build();
    }

    static List<Long> groups(JsonNode podSecurity) {
        var groups = new ArrayList<Long>();
        if (podSecurity.path("fsGroup").isIntegralNumber()) {
            groups.add(podSecurity.path("fsGroup").asLong());
        }
        podSecurity.path("supplementalGroups").forEach(group -> groups.add(group.asLong()));
        return groups;
    }

    /// `SupplementalGroupsPolicy`: whether only groups that the pod names count, or also those that the image
    /// gives the user.
    static int groupsPolicy(JsonNode podSecurity) {
        return podSecurity.path("supplementalGroupsPolicy").asText("").equals(GroupsPolicyRule.STRICT) ? 1 : 0;
    }

    /// `NamespaceOption`: which namespaces are the node's, the pod's, or the container's own.
    static Message namespaces(PodPlan pod) {
        return namespaces(pod, Optional.empty());
    }

    /// @param target the container whose processes are seen
    static Message namespaces(PodPlan pod, Optional<String> target) {
        JsonNode spec = pod.spec();
        int ownPid = spec.path("hostPID").asBoolean(false)
                ? NAMESPACE_NODE
                : spec.path("shareProcessNamespace").asBoolean(false) ? 0 : NAMESPACE_CONTAINER;
        int pid = target.isPresent() ? NAMESPACE_TARGET : ownPid;
        return Message.builder()
                .number(1, pod.pod().spec().hostNetwork() ? NAMESPACE_NODE : 0)
                .number(2, pid)
                .number(3, spec.path("hostIPC").asBoolean(false) ? NAMESPACE_NODE : 0)
                .text(4, target.orElse(""))
                .build();
    }

    private Message dns() {
        JsonNode spec = pod.spec();
        String policy = spec.path("dnsPolicy").asText("ClusterFirst");
        var servers = new ArrayList<String>();
        var searches = new ArrayList<String>();
        var options = new ArrayList<String>();
        boolean ofCluster = policy.equals("ClusterFirstWithHostNet")
                || (policy.equals("ClusterFirst") && !pod.pod().spec().hostNetwork());
        if (ofCluster && !host.dns().nameservers().isEmpty()) {
            servers.addAll(host.dns().nameservers());
            String domain = host.dns().domain();
            searches.add(pod.pod().meta().namespace() + ".svc." + domain);
            searches.add("svc." + domain);
            searches.add(domain);
            options.add("ndots:5");
        } else if (!policy.equals("None")) {
            ofMachine(servers, searches, options);
        }
        JsonNode more = spec.path("dnsConfig");
        more.path("nameservers").forEach(server -> servers.add(server.asText()));
        more.path("searches").forEach(search -> searches.add(search.asText()));
        for (JsonNode option : more.path("options")) {
            String value = option.path("value").asText("");
            options.add(option.path("name").asText() + (value.isEmpty() ? "" : ":" + value));
        }
        return Message.builder()
                .texts(1, servers.stream().distinct().toList())
                .texts(2, searches.stream().distinct().toList())
                .texts(3, options.stream().distinct().toList())
                .build();
    }

    private static void ofMachine(List<String> servers, List<String> searches, List<String> options) {
        try {
            for (String line : Files.readAllLines(RESOLV_CONF)) {
                String[] words = line.strip().split("\\s+");
                List<String> values = List.of(words).subList(1, words.length);
                switch (words[0]) {
                    case "nameserver" -> servers.addAll(values);
                    case "search" -> searches.addAll(values);
                    case "options" -> options.addAll(values);
                    default -> {
                        continue;
                    }
                }
            }
        } catch (IOException _) {
            return;
        }
    }
}
