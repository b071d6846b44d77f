package dev.tenure.model.device;

import java.util.Comparator;

/// Which device in the cluster.
public record DeviceId(String driver, String pool, String device) implements Comparable<DeviceId> {
    private static final Comparator<DeviceId> ORDER =
            Comparator.comparing(DeviceId::driver).thenComparing(DeviceId::pool).thenComparing(DeviceId::device);

    @Override
    public int compareTo(DeviceId other) {
        return ORDER.compare(this, other);
    }

    /// `driver/pool/device`.
    @Override
    public String toString() {
        return driver + "/" + pool + "/" + device;
    }
}
