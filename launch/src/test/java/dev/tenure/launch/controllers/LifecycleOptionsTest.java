package dev.tenure.launch.controllers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.cli.command.CommandFailure;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class LifecycleOptionsTest {
    private static LifecycleOptions options(String... arguments) {
        var options = new LifecycleOptions();
        new CommandLine(CommandLine.Model.CommandSpec.forAnnotatedObject(options)).parseArgs(arguments);
        return options;
    }

    private static void refused(String because, String... arguments) {
        assertThatThrownBy(() -> options(arguments).check())
                .isInstanceOf(CommandFailure.class)
                .hasMessage(because);
    }

    @Test
    void defaultsAndBoundsAreFine() {
        assertThatCode(() -> options().check()).doesNotThrowAnyException();
        for (String share : new String[] {"0", "1", "0.55"}) {
            assertThatCode(() -> options("--unhealthy-zone-threshold", share).check())
                    .as(share)
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void howManyEndedPodsStayIsAnyNumber() {
        assertThat(options().terminatedPodsMax()).isEqualTo(12_500);
        for (int number : new int[] {-1, 0, 7}) {
            LifecycleOptions options = options("--terminated-pod-gc-threshold=" + number);
            assertThatCode(options::check).doesNotThrowAnyException();
            assertThat(options.terminatedPodsMax()).isEqualTo(number);
        }
    }

    @Test
    void tokensMayBeUnusedForAYearOrForAnyOtherTime() {
        assertThat(options().unusedTokensFor()).isEqualTo(Duration.ofDays(365));
        assertThat(options("--legacy-service-account-token-clean-up-period=48h").unusedTokensFor())
                .isEqualTo(Duration.ofDays(2));
        refused(
                "--legacy-service-account-token-clean-up-period must be longer than 0s",
                "--legacy-service-account-token-clean-up-period",
                "0s");
    }

    @Test
    void aShareThatIsNoFractionIsRefused() {
        refused(
                "--unhealthy-zone-threshold 55 is not a fraction from 0 to 1: for 55 % write 0.55",
                "--unhealthy-zone-threshold", "55");
        refused(
                "--unhealthy-zone-threshold -0.5 is not a fraction from 0 to 1: for 55 % write 0.55",
                "--unhealthy-zone-threshold=-0.5");
        refused(
                "--unhealthy-zone-threshold NaN is not a fraction from 0 to 1: for 55 % write 0.55",
                "--unhealthy-zone-threshold", "NaN");
    }

    @Test
    void negativeRatesAndSizesAreRefused() {
        refused("--node-eviction-rate -1 is no rate: nodes a second, 0 or more", "--node-eviction-rate=-1");
        refused(
                "--secondary-node-eviction-rate Infinity is no rate: nodes a second, 0 or more",
                "--secondary-node-eviction-rate=Infinity");
        refused(
                "--large-cluster-size-threshold -1 is negative: it is a number of nodes",
                "--large-cluster-size-threshold=-1");
    }
}
