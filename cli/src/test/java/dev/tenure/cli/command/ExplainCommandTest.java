package dev.tenure.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// Which pod is meant.
class ExplainCommandTest {
    private static final String CLUSTER = """
        {apiVersion: v1, kind: Node, metadata: {name: node-1, uid: n1},
         status: {capacity: {cpu: '4', memory: 8Gi, pods: '10'}, allocatable: {cpu: '4', memory: 8Gi, pods: '10'},
          conditions: [{type: Ready, status: 'True'}]}}
        ---
        {apiVersion: v1, kind: Pod, metadata: {name: web, namespace: shop, uid: p1},
         spec: {nodeName: node-1, containers: [{name: c, image: i}]},
         status: {phase: Running, conditions: [{type: Ready, status: 'True'}]}}
        """;

    @TempDir
    private Path folder;

    private String cluster = CLUSTER;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int explain(String... words) throws IOException {
        Path file = Files.writeString(folder.resolve("cluster.yaml"), cluster);
        var all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--from", file.toString()));
        out.getBuffer().setLength(0);
        return new CommandLine(new ExplainCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err, true))
                .setExecutionExceptionHandler(
                        (failure, _, _) -> failure instanceof CommandFailure known ? known.exitCode() : 99)
                .execute(all.toArray(String[]::new));
    }

    @Test
    void aPodIsOfTheNamespaceThatStandsBeforeItOrThatAFlagNames() throws IOException {
        assertThat(explain("pod", "shop/web")).as(err.toString()).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).startsWith("pod shop/web ");
        assertThat(explain("pod", "web", "-n", "shop")).as(err.toString()).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).startsWith("pod shop/web ");
        assertThat(explain("pod", "shop/web", "-n", "other")).as(err.toString()).isEqualTo(ExitCode.OK);
        assertThat(explain("pod", "web")).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void aPolicyThatHasThePodStayIsNamed() throws IOException {
        String policy = """
            ---
            {apiVersion: tenure.dev/v1alpha1, kind: TaintEvictionPolicy, metadata: {name: calm, uid: c1},
             spec: {taints: [{key: repair, operator: Exists}], tolerate: true}, status: {observedGeneration: 1}}
            """;
        cluster = CLUSTER.replace(
                "status: {capacity", "spec: {taints: [{key: repair, effect: NoExecute}]},\n status: {capacity");
        assertThat(explain("pod", "shop/web")).as(err.toString()).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).doesNotContain("policy");
        cluster += policy;
        assertThat(explain("pod", "shop/web")).as(err.toString()).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("\n  policy calm has it stay (taint repair:NoExecute)\n");
    }

    @Test
    void whenAPodWouldLeaveIfItsNodeFellSilentIsTold() throws IOException {
        String noticed = "\n  if node-1 falls silent, that is noticed after some 50s, and the pod ";
        assertThat(explain("pod", "shop/web")).as(err.toString()).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains(noticed + "leaves at once\n");
        String tolerating = "{nodeName: node-1, tolerations: [{key: node.kubernetes.io/unreachable, operator: Exists,"
                + " effect: NoExecute, tolerationSeconds: 300}],";
        cluster = CLUSTER.replace("{nodeName: node-1,", tolerating);
        assertThat(explain("pod", "shop/web")).as(err.toString()).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains(noticed + "leaves 5m later\n");
        cluster = cluster.replace(", tolerationSeconds: 300", "");
        assertThat(explain("pod", "shop/web")).as(err.toString()).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains(noticed + "stays\n");
        cluster = CLUSTER.replace(
                "status: {capacity",
                "spec: {taints: [{key: node.kubernetes.io/unreachable, effect: NoExecute}]},\n status: {capacity");
        assertThat(explain("pod", "shop/web")).as(err.toString()).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).doesNotContain("falls silent");
    }

    @Test
    void aPodMayBeWrittenAsKubectlTakesIt() throws IOException {
        for (String kind : List.of("pod", "pods", "po")) {
            assertThat(explain(kind + "/web", "-n", "shop")).as(err.toString()).isEqualTo(ExitCode.OK);
            assertThat(out.toString()).startsWith("pod shop/web ");
        }
        assertThat(explain("pod/web")).isEqualTo(ExitCode.FAILED);
        assertThat(explain("node/web")).isEqualTo(ExitCode.USAGE);
        assertThat(explain("pod/")).isEqualTo(ExitCode.USAGE);
    }
}
