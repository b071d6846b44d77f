package dev.tenure.node.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.kubelet.pod.ConfigException;
import dev.tenure.kubelet.pod.PodPlan;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import dev.tenure.wire.yaml.Yaml;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PodHostnameTest {
    @TempDir
    Path folder;

    private static PodPlan pod(String spec) {
        String yaml = "metadata: {name: p, namespace: d, uid: u}\nspec: {containers: [{name: c, image: i}]%s}"
                .formatted(spec);
        var document =
                (ObjectNode) Yaml.read(yaml.getBytes(StandardCharsets.UTF_8)).value();
        return PodPlan.of((Pod) Views.view(ResourceTypes.PODS, document), document);
    }

    private static PodHostname hostname(String spec) {
        return PodHostname.of(pod(spec), "cluster.local");
    }

    @Test
    void podIsCalledByItsOverrideElseItsHostnameElseItsName() {
        assertThat(hostname("")).isEqualTo(new PodHostname("p", ""));
        assertThat(hostname(", hostname: h").full()).isEqualTo("h");
        assertThat(hostname(", hostname: h, subdomain: s").full()).isEqualTo("h.s.d.svc.cluster.local");
        assertThat(hostname(", hostnameOverride: o.example, hostname: h, subdomain: s"))
                .isEqualTo(new PodHostname("o.example", ""));
    }

    @Test
    void kernelIsToldTheFullNameWhenThatIsAskedFor() {
        PodPlan asks = pod(", subdomain: s, setHostnameAsFQDN: true");
        assertThat(PodHostname.of(asks, "cluster.local").ofKernel(asks)).isEqualTo("p.s.d.svc.cluster.local");
        PodPlan not = pod(", subdomain: s");
        assertThat(PodHostname.of(not, "cluster.local").ofKernel(not)).isEqualTo("p");
        String domain = "x".repeat(60);
        assertThatThrownBy(() -> PodHostname.of(asks, domain).ofKernel(asks))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("is too long (64 characters is the max, 70 characters requested)");
    }

    @Test
    void nameThatIsTooLongIsCutAndEndsInNoDash() {
        assertThat(hostname(", hostname: " + "a".repeat(62) + "-b").name()).isEqualTo("a".repeat(62));
    }

    @Test
    void hostsFileNamesThePodOrWhatTheNodeKnowsAndTheAliases() throws IOException {
        String aliases = ", hostAliases: [{ip: 1.2.3.4, hostnames: [one, two]}]";
        String own = Files.readString(HostsFile.write(
                pod(", subdomain: s" + aliases), "cluster.local", List.of("10.0.0.1", "fd00::1"), folder));
        assertThat(own)
                .startsWith("# Kubernetes-managed hosts file.\n127.0.0.1\tlocalhost\n")
                .endsWith("""
                        10.0.0.1\tp.s.d.svc.cluster.local\tp
                        fd00::1\tp.s.d.svc.cluster.local\tp

                        # Entries added by HostAliases.
                        1.2.3.4\tone\ttwo
                        """);
        String ofNode = Files.readString(
                HostsFile.write(pod(", hostNetwork: true" + aliases), "cluster.local", List.of("10.0.0.1"), folder));
        assertThat(ofNode)
                .startsWith(
                        "# Kubernetes-managed hosts file (host network).\n" + Files.readString(Path.of("/etc/hosts")))
                .endsWith("1.2.3.4\tone\ttwo\n")
                .doesNotContain("10.0.0.1\tp");
    }
}
