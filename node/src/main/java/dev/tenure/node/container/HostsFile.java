package dev.tenure.node.container;

import dev.tenure.kubelet.pod.PodPlan;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The `/etc/hosts` of a pod's containers: its own name and the aliases of its spec; on the node's network
/// the node's names instead of its own. Upstream: kubelet_pods.go (makeHostsMount, ensureHostsFile).
final class HostsFile {
    private static final Path OF_NODE = Path.of("/etc/hosts");
    private static final String FIRST = """
            # Kubernetes-managed hosts file.
            127.0.0.1\tlocalhost
            ::1\tlocalhost ip6-localhost ip6-loopback
            fe00::0\tip6-localnet
            fe00::0\tip6-mcastprefix
            fe00::1\tip6-allnodes
            fe00::2\tip6-allrouters
            """;
    private static final String FIRST_OF_NODE = "# Kubernetes-managed hosts file (host network).\n";

    private HostsFile() {}

    /// @param addresses of the pod
    /// @param folder of the pod on this machine
    /// @return the file
    static Path write(PodPlan pod, String clusterDomain, List<String> addresses, Path folder) throws IOException {
        String text = pod.pod().spec().hostNetwork()
                ? FIRST_OF_NODE + Files.readString(OF_NODE)
                : FIRST + own(PodHostname.of(pod, clusterDomain), addresses);
        Path file = folder.resolve("etc-hosts");
        Files.createDirectories(folder);
        Files.writeString(file, text + aliases(pod.spec().path("hostAliases")), StandardCharsets.UTF_8);
        return file;
    }

    private static String own(PodHostname hostname, List<String> addresses) {
        String names = hostname.domain().isEmpty() ? hostname.name() : hostname.full() + "\t" + hostname.name();
        var lines = new StringBuilder();
        addresses.forEach(
                address -> lines.append(address).append('\t').append(names).append('\n'));
        return lines.toString();
    }

    private static String aliases(JsonNode aliases) {
        if (aliases.isEmpty()) {
            return "";
        }
        var lines = new StringBuilder("\n# Entries added by HostAliases.\n");
        for (JsonNode alias : aliases) {
            var names = new ArrayList<String>();
            alias.path("hostnames").forEach(each -> names.add(each.asText()));
            lines.append(alias.path("ip").asText())
                    .append('\t')
                    .append(String.join("\t", names))
                    .append('\n');
        }
        return lines.toString();
    }
}
