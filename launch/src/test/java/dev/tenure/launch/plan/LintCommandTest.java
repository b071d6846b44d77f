package dev.tenure.launch.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.launch.TenureMain;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.yaml.Yaml;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LintCommandTest {
    private static final String HEAD = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n";

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int lint(String... arguments) {
        var command = TenureMain.commandLine();
        command.setOut(new PrintWriter(out));
        command.setErr(new PrintWriter(err));
        String[] all = new String[arguments.length + 1];
        all[0] = "lint";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return command.execute(all);
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @Test
    void nothingFoundIsZero() throws IOException {
        assertThat(lint(file("kubelet.yaml", HEAD))).isZero();
        assertThat(out.toString()).isEqualToNormalizingNewlines("0 found in 1 file\n");
    }

    @Test
    void somethingFoundIsTwoAndReportedWithItsPlace() throws IOException {
        String path = file("kubelet.yaml", HEAD + "evictionHard: {memory.available: 20Gi}");
        assertThat(lint(path, "--capacity", "memory=16Gi")).isEqualTo(2);
        assertThat(out.toString())
                .contains(path + ":3: error: evictionHard.memory.available: is 20Gi, and the node has 16Gi")
                .contains("[defaults-dropped]");
        assertThat(lint(path, "--errors-only")).isZero();
    }

    @Test
    void jsonTellsTheSame() throws IOException {
        String path = file("kubelet.yaml", HEAD + "evictionHard: {memory.available: 1Gi}");
        assertThat(lint(path, "-o", "json")).isEqualTo(2);
        var report = Json.readObject(out.toString().strip().getBytes(StandardCharsets.UTF_8));
        assertThat(report.at("/files/0/findings/0/rule").asText()).isEqualTo("defaults-dropped");
        assertThat(report.at("/files/0/effectiveEvictionHard").size()).isOne();
    }

    @Test
    void jsonIsIndentedAndYamlTellsTheSame() throws IOException {
        String path = file("kubelet.yaml", HEAD + "evictionHard: {memory.available: 1Gi}");
        assertThat(lint(path, "-o", "json")).isEqualTo(2);
        String json = out.toString();
        assertThat(json)
                .startsWith("{\n  \"apiVersion\": \"tenure.dev/v1alpha1\",\n  \"kind\": \"KubeletLintReport\",\n")
                .contains("  \"files\": [\n    {\n");
        out.getBuffer().setLength(0);
        assertThat(lint(path, "-o", "yaml")).isEqualTo(2);
        assertThat(Yaml.read(out.toString().getBytes(StandardCharsets.UTF_8)).value())
                .isEqualTo(Json.readObject(json.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void programsThatReviewChangesGetTheirForms() throws IOException {
        String path = file("kubelet.yaml", HEAD + "evictionHard: {memory.available: 1Gi}");
        assertThat(lint(path, "-o", "github")).isEqualTo(2);
        assertThat(out.toString())
                .startsWith("::warning file=" + path + ",line=3,title=defaults-dropped::evictionHard: one entry");
        out.getBuffer().setLength(0);
        assertThat(lint(path, "-o", "sarif")).isEqualTo(2);
        var sarif = Json.readObject(out.toString().strip().getBytes(StandardCharsets.UTF_8));
        assertThat(sarif.at("/runs/0/tool/driver/rules/0/id").asText()).isEqualTo("defaults-dropped");
        assertThat(sarif.at("/runs/0/results/0/level").asText()).isEqualTo("warning");
        out.getBuffer().setLength(0);
        assertThat(lint(path, "-o", "junit")).isEqualTo(2);
        assertThat(out.toString()).contains("<testcase classname=\"defaults-dropped\" name=\"evictionHard\">");
    }

    @Test
    void whatIsNotBadEnoughIsZeroInFilesOfKubeletsToo() throws IOException {
        String path = file("kubelet.yaml", HEAD + "evictionHard: {memory.available: 1Gi}");
        assertThat(lint(path, "--fail-on", "error")).isZero();
        assertThat(lint(path, "--fail-on", "never")).isZero();
        assertThat(lint(path, "--fail-on", "info")).isEqualTo(2);
        assertThat(lint(file("bad.yaml", HEAD + "maxPodz: 5\n"), "--fail-on", "error"))
                .isEqualTo(2);
    }

    @Test
    void aTraceIsRead() throws IOException {
        String path = file("kubelet.yaml", HEAD);
        String trace = file("trace.csv", "time,bytes\n0,1Gi\n5s,1200Mi\n");
        assertThat(lint(path, "--memory-trace", trace)).isEqualTo(2);
        assertThat(out.toString()).contains("[threshold-outrun]");
        String broken = file("broken.csv", "0,1Gi\nnever,2Gi\n");
        assertThat(lint(path, "--memory-trace", broken)).isOne();
        assertThat(err.toString()).contains("line 2, \"never,2Gi\", is no time and amount");
    }

    @Test
    void aWrongCommandLineIsOne() throws IOException {
        String path = file("kubelet.yaml", HEAD);
        assertThat(lint(path, "-o", "xml")).isOne();
        assertThat(lint(path, "--capacity", "memory=much")).isOne();
        assertThat(lint(path, "-f", path)).isOne();
    }

    @Test
    void everyMistakeIsReportedWithItsLineInEveryDocument() throws IOException {
        String path = file("kubelet.yaml", HEAD + """
            evictionhard: {memory.available: 1Gi}
            evictionHardd: {}
            maxPods: 5
            maxPods: 6
            imageGCHighThresholdPercent: 60
            imageGCLowThresholdPercent: 70
            evictionSoft:
              memory.available: 1Gi
              mem.available: 1Gi
            registerNode: "yes"
            authentication: {x509: {clientCaFile: /ca}}
            ---
            """ + HEAD + """
            evictionHard:
              memory.available: 1Gi
              memory.available: 10%
            imageGCHighThresholdPercent: 60
            imageGCLowThresholdPercent: 70
            evictionSoft: {memory.available: 2Gi, mem.available: 1Gi}
            systemReserved: {gpu: "1"}
            """);
        assertThat(lint(path)).isEqualTo(2);
        assertThat(out.toString())
                .contains(path
                        + ":3: error: evictionhard: is no field of a KubeletConfiguration; did you mean evictionHard?")
                .contains(path
                        + ":4: error: evictionHardd: is no field of a KubeletConfiguration; did you mean evictionHard?")
                .contains(path + ":6: error: maxPods: stands twice in its map [duplicate-field]")
                .contains(path + ":12: error: registerNode: expected is true or false [wrong-type]")
                .contains(path + ":13: error: authentication.x509.clientCaFile: is no field")
                .contains(path + ":15: warning: document 2: is ignored")
                .contains(path + ":19: error: memory.available: stands twice")
                .contains(path + ":21: error: imageGCLowThresholdPercent: invalid configuration")
                .contains(path
                        + ":22: error: evictionSoft.mem.available: the kubelet does not start: unsupported eviction")
                .contains(path + ":22: error: evictionSoft.memory.available: the kubelet does not start: every soft")
                .contains(path + ":23: error: systemReserved.gpu: the kubelet does not start: cannot reserve \"gpu\"")
                .doesNotContain("dev.tenure");
    }

    @Test
    void documentsOfOtherKindsArePassedOver() throws IOException {
        String path = file("all.yaml", "apiVersion: v1\nkind: ConfigMap\n---\n" + HEAD + "maxPodz: 5\n");
        assertThat(lint(path)).isEqualTo(2);
        assertThat(out.toString()).contains(path + ":6: error: maxPodz");
    }

    @Test
    void whatIsNoKubeletConfigurationIsRefused() throws IOException {
        assertThat(lint(file("pod.yaml", "apiVersion: v1\nkind: Pod\n"))).isOne();
        assertThat(err.toString()).contains("expected kind KubeletConfiguration");
    }

    @Test
    void aConfigurationOfAKubeletAmongManifestsIsLeftToTheOtherFormOfTheCommand() throws IOException {
        String kubelet = file("kubelet.yaml", HEAD);
        file("node.yaml", "apiVersion: v1\nkind: Node\nmetadata: {name: node-1}\n");
        assertThat(lint("-f", folder.toString())).isZero();
        assertThat(err.toString())
                .contains("warning: left out: " + kubelet + ": the configuration of a kubelet", "`tenure lint FILE`")
                .doesNotContain("what they own");
        assertThat(lint("-f", kubelet)).isOne();
        assertThat(err.toString()).contains("error: " + kubelet + ": the configuration of a kubelet");
    }

    @Test
    void manifestsAreLookedAtAndWhatIsBadEnoughIsTwo() throws IOException {
        String path = file("pod.yaml", """
            apiVersion: v1
            kind: Pod
            metadata: {name: a, namespace: shop}
            spec: {tolerations: [{operator: Exists}], containers: [{name: c, image: i}]}
            """);
        assertThat(lint("-f", path)).isEqualTo(2);
        assertThat(out.toString()).contains(path + ":1: warning: Pod shop/a: ", "[TNR002 tolerates-everything]");
        assertThat(lint("-f", path, "--fail-on", "error", "-o", "github")).isZero();
        assertThat(out.toString()).contains("::warning file=" + path + ",line=1,title=TNR002");
        assertThat(lint("-f", path, "--config", file("lint.yaml", "disabled: [TNR002]\n")))
                .isZero();
        assertThat(lint("-f", path, "--config", file("bad.yaml", "rules: []\n")))
                .isOne();
        assertThat(err.toString()).contains("\"rules\" is unknown");
        assertThat(lint("-f", folder.resolve("none").toString())).isOne();
        assertThat(lint("-f", path, file("kubelet.yaml", HEAD))).isOne();
    }
}
