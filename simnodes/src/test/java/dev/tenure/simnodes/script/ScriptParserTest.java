package dev.tenure.simnodes.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.simnodes.script.Script.Run;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ScriptParserTest {
    private static final String BY_FILE = """

            if [[ -r /data/foo-$JOB_COMPLETION_INDEX ]]
            then
                exit 0
            else
                touch /data/foo-$JOB_COMPLETION_INDEX
                exit 42
            fi
            """;

    private static ObjectNode pod(String image, String... words) {
        ObjectNode pod = Json.object();
        ObjectNode metadata = pod.putObject("metadata").put("uid", "u1");
        metadata.putObject("annotations").put("batch.kubernetes.io/job-completion-index", "3");
        ObjectNode spec = pod.putObject("spec").put("nodeName", "n1");
        ObjectNode container = spec.putArray("containers").addObject().put("image", image);
        Arrays.stream(words).limit(1).forEach(container.putArray("command")::add);
        Arrays.stream(words).skip(1).forEach(container.putArray("args")::add);
        return pod;
    }

    private static Optional<Script> script(String text) {
        return ScriptParser.of(pod("busybox", "/bin/sh", "-c", text));
    }

    @ParameterizedTest
    @CsvSource({
        "exit 1, 0, 1",
        "exit, 0, 0",
        "true, 0, 0",
        "sleep 3; false, 3, 1",
        "sleep 2m && exit 7, 120, 7",
        "date; echo Hello from the cluster; sleep 30, 30, 0",
        "exit 300, 0, 44"
    })
    void commandsInARowTakeTheTimeOfAll(String text, long seconds, int exitCode) {
        assertThat(script(text)).contains(Run.ending(seconds, exitCode));
    }

    @Test
    void programsAreKnownWithoutAShell() {
        assertThat(ScriptParser.of(pod("busybox", "sleep", "1000000"))).contains(Run.ending(1_000_000, 0));
        assertThat(ScriptParser.of(pod("busybox", "/bin/false"))).contains(Run.ending(0, 1));
        assertThat(ScriptParser.of(pod("registry.example:5000/pause:3.10"))).contains(Run.FOR_EVER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "exit $(( $RANDOM / 16384 ))",
                "wget -q -O- http://web",
                "sleep 5 | cat",
                "echo $(reboot)",
                "sleep 1 || exit 3",
                "if [ -r /a ]; then exit 0; else touch /b; exit 1; fi"
            })
    void allElseIsUnknown(String text) {
        assertThat(script(text)).isEmpty();
        assertThat(ScriptParser.of(pod("busybox"))).isEmpty();
    }

    @Test
    void whatTheIndexWithinTheJobDecides() {
        String odd = "if [ $(expr ${JOB_COMPLETION_INDEX} %% 2) -%s 0 ]; then\n exit 1\nelse\n exit 0\nfi\n";
        assertThat(script(odd.formatted("ne"))).contains(Run.ending(0, 1));
        assertThat(script(odd.formatted("eq"))).contains(Run.ending(0, 0));
    }

    @Test
    void aFileIsThatOfThePodUnlessTheNodeLendsIt() {
        ObjectNode pod = pod("busybox", "sh", "-c", BY_FILE);
        assertThat(ScriptParser.of(pod))
                .contains(new Script.Marking("u1:/data/foo-3", Run.ending(0, 42), Run.ending(0, 0)));
        pod.path("spec")
                .path("containers")
                .forEach(container -> ((ObjectNode) container)
                        .putArray("volumeMounts")
                        .addObject()
                        .put("name", "v")
                        .put("mountPath", "/data"));
        ObjectNode volume =
                ((ObjectNode) pod.path("spec")).putArray("volumes").addObject().put("name", "v");
        volume.putObject("hostPath").put("path", "/tmp/x");
        assertThat(ScriptParser.of(pod))
                .contains(new Script.Marking("n1:/tmp/x/foo-3", Run.ending(0, 42), Run.ending(0, 0)));
    }

    @Test
    void aTrapDecidesHowLongItTakesToStop() {
        String named = "_term(){\n\tsleep 5\n\texit 143\n}\ntrap _term SIGTERM\nwhile true; do\n\tsleep 1\ndone";
        for (String text : new String[] {named, "trap 'sleep 5; exit 143' TERM; while true; do sleep 1; done"}) {
            assertThat(script(text)).hasValueSatisfying(script -> {
                Run run = (Run) script;
                assertThat(run.time().orElseThrow()).isGreaterThan(Duration.ofDays(365));
                assertThat(run.exitCode()).isEqualTo(143);
                assertThat(run.stopDelay()).isEqualTo(Duration.ofSeconds(5));
            });
        }
    }

    @Test
    void aFileIsThereFromTheFirstRunOn() {
        var files = new MarkedFiles();
        Script script = ScriptParser.of(pod("busybox", "sh", "-c", BY_FILE)).orElseThrow();
        assertThat(files.run(script).exitCode()).isEqualTo(42);
        assertThat(files.run(script).exitCode()).isZero();
    }

    @Test
    @Timeout(30)
    void aLongCommandIsUnknownAndTakesNoTime() {
        assertThat(script("true" + " ".repeat(1_000_000) + "; exit 1")).isEmpty();
        assertThat(script("true; ".repeat(500) + "exit 1")).contains(Run.ending(0, 1));
    }
}
