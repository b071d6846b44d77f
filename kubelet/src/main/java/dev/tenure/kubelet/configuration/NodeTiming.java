package dev.tenure.kubelet.configuration;

import java.time.Duration;

/// How often a node looks whether its status has changed, and how often it tells it although it has not.
///
/// @param statusEvery `nodeStatusUpdateFrequency`
/// @param reportEvery `nodeStatusReportFrequency`; where only the former is given, that
public record NodeTiming(Duration statusEvery, Duration reportEvery) {
    public static final NodeTiming STANDARD = new NodeTiming(Duration.ofSeconds(10), Duration.ofMinutes(5));

    /// Of what stands in a file, where zero means nothing. Upstream: SetDefaults_KubeletConfiguration.
    static NodeTiming of(Duration statusEvery, Duration reportEvery) {
        Duration status = statusEvery.isZero() ? STANDARD.statusEvery() : statusEvery;
        if (!reportEvery.isZero()) {
            return new NodeTiming(status, reportEvery);
        }
        return new NodeTiming(status, statusEvery.isZero() ? STANDARD.reportEvery() : statusEvery);
    }
}
