package dev.tenure.apiserver.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConnectionLimitTest {
    private static final long GIGABYTE = 1L << 30;

    @Test
    void connectionsNeverNeedMoreDescriptorsThanThereAre() {
        for (long descriptors = 160; descriptors <= 100_000; descriptors++) {
            int connections = ConnectionLimit.connections(descriptors, 16 * GIGABYTE);
            assertThat(3L * connections + 128).as("%d descriptors", descriptors).isLessThanOrEqualTo(descriptors);
        }
    }

    @Test
    void manyDescriptorsAllowSoManyAsTheMemoryHolds() {
        assertThat(ConnectionLimit.connections(1_000_000, GIGABYTE)).isEqualTo(4_096);
        assertThat(ConnectionLimit.connections(4_096, GIGABYTE)).isEqualTo(1_025);
        assertThat(ConnectionLimit.connections(1_024, GIGABYTE)).isEqualTo(206);
        assertThat(ConnectionLimit.connections(256, GIGABYTE)).isEqualTo(42);
        assertThat(ConnectionLimit.connections(64, GIGABYTE)).isEqualTo(8);
    }
}
