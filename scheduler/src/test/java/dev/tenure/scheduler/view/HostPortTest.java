package dev.tenure.scheduler.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HostPortTest {
    /// Upstream: framework/types.go (HostPortInfo.CheckConflict).
    @Test
    void portsConflictWhereNumberAndProtocolAreTheSameAndTheAddressesMeet() {
        var all = new ArrayList<HostPort>();
        for (String ip : List.of("0.0.0.0", "10.0.0.1", "10.0.0.2")) {
            for (String protocol : List.of("TCP", "UDP")) {
                for (int port : new int[] {80, 443}) {
                    all.add(new HostPort(ip, protocol, port));
                }
            }
        }
        for (HostPort one : all) {
            for (HostPort other : all) {
                boolean apart = !one.ip().equals(other.ip())
                        && !one.ip().equals("0.0.0.0")
                        && !other.ip().equals("0.0.0.0");
                boolean same = one.port() == other.port() && one.protocol().equals(other.protocol());
                assertThat(one.conflictsWith(other)).as("%s and %s", one, other).isEqualTo(same && !apart);
            }
        }
    }
}
