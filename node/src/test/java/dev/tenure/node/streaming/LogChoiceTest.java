package dev.tenure.node.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.yaml.Yaml;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogChoiceTest {
    private static LogChoice.Verdict choose(String state, boolean previous) {
        JsonNode status = Yaml.read(
                        ("containerStatuses: [{name: other}]\ninitContainerStatuses: [{name: c, " + state + "}]")
                                .getBytes(StandardCharsets.UTF_8))
                .value();
        return LogChoice.choose(status, "p", "c", previous);
    }

    private static LogChoice.Verdict none(String why) {
        return new LogChoice.Verdict.None(why);
    }

    @ParameterizedTest
    @CsvSource({
        "ContainerCreating, ' is waiting to start: ContainerCreating'",
        "PodInitializing, ' is waiting to start: PodInitializing'",
        "ErrImagePull, ' is waiting to start: image can''t be pulled'",
        "ImagePullBackOff, ' is waiting to start: trying and failing to pull image'",
        "'', ' is waiting to start - no logs yet'"
    })
    void whatWaitsSaysWhy(String reason, String said) {
        assertThat(choose("state: {waiting: {reason: '" + reason + "'}}", false))
                .isEqualTo(none("container \"c\" in pod \"p\"" + said));
    }

    @Test
    void whatRunsOrHasEndedHasItsLog() {
        assertThat(choose("containerID: 'containerd://1', state: {running: {}}", false))
                .isEqualTo(new LogChoice.Verdict.Of("1"));
        assertThat(choose("state: {terminated: {containerID: 'containerd://2'}}", false))
                .isEqualTo(new LogChoice.Verdict.Of("2"));
        String crashed =
                "state: {waiting: {reason: CrashLoopBackOff}}, lastState: {terminated: {containerID: 'containerd://3'}}";
        assertThat(choose(crashed, false)).isEqualTo(new LogChoice.Verdict.Of("3"));
        assertThat(choose(crashed, true)).isEqualTo(new LogChoice.Verdict.Of("3"));
    }

    @Test
    void whatIsNotThereIsRefused() {
        assertThat(choose("containerID: 'containerd://1', state: {running: {}}", true))
                .isEqualTo(none("previous terminated container \"c\" in pod \"p\" not found"));
        assertThat(choose("state: {terminated: {exitCode: 137}}", false))
                .isEqualTo(none("container \"c\" in pod \"p\" is terminated"));
        assertThat(LogChoice.choose(
                        Yaml.read("{}".getBytes(StandardCharsets.UTF_8)).value(), "p", "c", false))
                .isEqualTo(none("container \"c\" in pod \"p\" is not available"));
    }
}
