package dev.tenure.kubelet.admission;

import static dev.tenure.kubelet.pod.PodPlans.pod;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SysctlRuleTest {
    private static Optional<String> refusal(String name, String more, String... allowed) {
        String spec = "containers: [{name: a, image: i}]\nsecurityContext: {sysctls: [{name: %s, value: '1'}]}\n%s"
                .formatted(name, more);
        return SysctlRule.refusal(pod(spec).spec(), List.of(allowed));
    }

    @Test
    void safeOnesAreTakenAndOthersOnlyIfAllowed() {
        assertThat(refusal("kernel.shm_rmid_forced", "")).isEmpty();
        assertThat(refusal("net/ipv4/tcp_syncookies", "")).isEmpty();
        assertThat(refusal("kernel.msgmax", "")).contains("forbidden sysctl: \"kernel.msgmax\" not allowlisted");
        assertThat(refusal("kernel.msgmax", "", "kernel.msg*")).isEmpty();
        assertThat(refusal("net.core.somaxconn", "", "net/core/somaxconn")).isEmpty();
        assertThat(refusal("net.core.somaxconn2", "", "net.core.somaxconn")).isPresent();
        assertThat(SysctlRule.refusal(pod("containers: [{name: a, image: i}]").spec(), List.of()))
                .isEmpty();
    }

    @Test
    void thoseOfTheNodesOwnNamespacesAreNotSet() {
        assertThat(refusal("kernel.shm_rmid_forced", "hostIPC: true"))
                .contains("forbidden sysctl: \"kernel.shm_rmid_forced\" not allowed with host IPC enabled");
        assertThat(refusal("net.core.somaxconn", "hostNetwork: true", "net.*"))
                .contains("forbidden sysctl: \"net.core.somaxconn\" not allowed with host Net enabled");
        assertThat(refusal("kernel.shm_rmid_forced", "hostNetwork: true")).isEmpty();
    }

    @Test
    void onlyWhatIsOfAPodAloneMayBeAllowed() {
        assertThat(List.of("kernel.shm*", "kernel.sem", "fs.mqueue.*", "net.*", "net/ipv4/tcp_mem"))
                .allMatch(SysctlRule::namespaced);
        assertThat(List.of("kernel.*", "vm.swappiness", "*", "kernel.domainname", ""))
                .noneMatch(SysctlRule::namespaced);
    }
}
