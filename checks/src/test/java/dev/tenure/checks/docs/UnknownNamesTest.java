package dev.tenure.checks.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.embed.Tenure;
import dev.tenure.embed.TenureOptions;
import dev.tenure.launch.TenureMain;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// A command that is asked about something that is nowhere says so, instead of that nothing is the matter
/// with it.
final class UnknownNamesTest {
    @TempDir
    private Path folder = Path.of("");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(Tenure cluster, String words) throws IOException {
        Path kubeconfig = Files.writeString(folder.resolve("config"), cluster.kubeconfig());
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        CommandLine command = TenureMain.commandLine();
        command.setOut(new PrintWriter(out, true));
        command.setErr(new PrintWriter(err, true));
        List<String> all = new ArrayList<>(List.of(words.split(" ")));
        all.addAll(List.of("--kubeconfig", kubeconfig.toString()));
        return command.execute(all.toArray(String[]::new));
    }

    @Test
    void evictionsOfWhatIsNowhereAreAMistake() throws IOException {
        try (Tenure cluster = Tenure.start(TenureOptions.standing().withNodes(2).withSocket(0))) {
            cluster.apply("{apiVersion: v1, kind: Pod, metadata: {name: web},"
                    + " spec: {nodeName: node-1, containers: [{name: main, image: nginx}]}}");
            cluster.clock().advance(Duration.ofMinutes(1));

            for (var wrong : List.of(
                    List.of("evictions --node nod-1", "there is no node nod-1"),
                    List.of("evictions --node nod-1 -o json", "there is no node nod-1"),
                    List.of("evictions -n shop", "there is no namespace shop"),
                    List.of("evictions --pod wep", "there is no pod wep,"),
                    List.of("evictions --pod web -n kube-system", "there is no pod web in the namespace kube-system"),
                    List.of("evictions --loops --node nod-1", "there is no node nod-1"),
                    List.of("taints --node nod-1", "there is no node nod-1"))) {
                assertThat(run(cluster, wrong.getFirst())).as(wrong.getFirst()).isEqualTo(1);
                assertThat(err.toString()).contains(wrong.getLast());
                assertThat(out.toString()).isEmpty();
            }
            assertThat(run(cluster, "evictions --loops --pod web")).isEqualTo(2);
            for (String right : List.of(
                    "evictions --node node-1", "evictions -n default --pod web", "evictions --loops -n default")) {
                assertThat(run(cluster, right)).as(err.toString()).isZero();
            }

            cluster.taint("node-1", "maintenance=disk:NoExecute");
            cluster.clock().advance(Duration.ofMinutes(1));
            assertThat(run(cluster, "evictions --pod web")).as(err.toString()).isZero();
            assertThat(out.toString()).contains("maintenance=disk:NoExecute");
        }
    }
}
