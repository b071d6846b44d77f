package dev.tenure.kubelet.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SysctlRuleTest {
    private static Optional<String> refusal(String name, String shared, String... allowed) {
        var asked = new SysctlRule.Asked(List.of(name), shared.equals("IPC"), shared.equals("Net"));
        return SysctlRule.refusal(asked, List.of(allowed));
    }

    @Test
    void safeOnesAreTakenAndOthersOnlyIfAllowed() {
        assertThat(refusal("kernel.shm_rmid_forced", "")).isEmpty();
        assertThat(refusal("net/ipv4/tcp_syncookies", "")).isEmpty();
        assertThat(refusal("kernel.msgmax", "")).contains("forbidden sysctl: \"kernel.msgmax\" not allowlisted");
        assertThat(refusal("kernel.msgmax", "", "kernel.msg*")).isEmpty();
        assertThat(refusal("net.core.somaxconn", "", "net/core/somaxconn")).isEmpty();
        assertThat(refusal("net.core.somaxconn2", "", "net.core.somaxconn")).isPresent();
        assertThat(SysctlRule.refusal(new SysctlRule.Asked(List.of(), true, true), List.of()))
                .isEmpty();
    }

    @Test
    void thoseOfTheNodesOwnNamespacesAreNotSet() {
        assertThat(refusal("kernel.shm_rmid_forced", "IPC"))
                .contains("forbidden sysctl: \"kernel.shm_rmid_forced\" not allowed with host IPC enabled");
        assertThat(refusal("net.core.somaxconn", "Net", "net.*"))
                .contains("forbidden sysctl: \"net.core.somaxconn\" not allowed with host Net enabled");
        assertThat(refusal("kernel.shm_rmid_forced", "Net")).isEmpty();
    }

    @Test
    void onlyWhatIsOfAPodAloneMayBeAllowed() {
        assertThat(List.of("kernel.shm*", "kernel.sem", "fs.mqueue.*", "net.*", "net/ipv4/tcp_mem"))
                .allMatch(SysctlRule::namespaced);
        assertThat(List.of("kernel.*", "vm.swappiness", "*", "kernel.domainname", ""))
                .noneMatch(SysctlRule::namespaced);
    }
}
