package dev.tenure.checks.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.embed.Tenure;
import dev.tenure.embed.TenureOptions;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceTypes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `tenure taint` against a cluster whose clock the test moves.
final class TaintCommandTest {
    private static final String FAR = "2999-01-01T00:00:00Z";

    @TempDir
    private Path folder = Path.of("");

    private Tenure cluster;
    private String said = "";

    @BeforeEach
    void start() {
        cluster = Tenure.start(TenureOptions.standing().withNodes(2).withSocket(0));
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private String run(int code, String... words) throws IOException {
        CommandsAt.Said answer = new CommandsAt(cluster, folder).run(code, List.of("taint"), words);
        said = answer.err();
        return answer.out();
    }

    private Node node(String name) {
        return cluster.node(name).orElseThrow();
    }

    private List<String> taints(String name) {
        return node(name).spec().taints().stream()
                .map(Taint::withoutTime)
                .map(Taint::toString)
                .toList();
    }

    private String term(String name) {
        return node(name).meta().annotations().getOrDefault("taint-term.tenure.dev/maintenance.noexecute", "");
    }

    @Test
    void aTaintIsPutThereExtendedAndCancelled() throws IOException {
        assertThat(run(0, "nodes", "node-1", "maintenance=disk:NoExecute", "--until", FAR, "--reason", "ticket 4711"))
                .isEqualToNormalizingNewlines("node/node-1 tainted until 2999-01-01T00:00:00Z\n");
        assertThat(taints("node-1")).containsExactly("maintenance=disk:NoExecute");
        // the user of the kubeconfig answers for it
        assertThat(term("node-1"))
                .matches("maintenance=disk:NoExecute since \\S+ until 2999-01-01T00:00:00Z by \\S+: ticket 4711");
        run(1, "nodes", "node-1", "maintenance=net:NoExecute", "--for", "2h");
        assertThat(said).contains("already has maintenance taint(s) with same effect(s) and --overwrite is false");
        run(0, "nodes", "node-1", "maintenance:NoExecute", "--extend", "--until", "3000-01-01T00:00:00Z");
        assertThat(term("node-1")).contains(" until 3000-01-01T00:00:00Z ").endsWith(": ticket 4711");
        assertThat(run(0, "nodes", "node-1", "maintenance:NoExecute-", "--owner", "bob"))
                .isEqualToNormalizingNewlines("node/node-1 untainted\n");
        assertThat(taints("node-1")).isEmpty();
        assertThat(term("node-1")).isEmpty();
        assertThat(node("node-1").meta().annotations().get("tenure.dev/past-taint-terms"))
                .contains(" | cancelled by bob | maintenance=disk:NoExecute since ");
    }

    @Test
    void whatItWritesIsKeptByTheController() throws IOException {
        run(0, "--all", "maintenance:NoExecute", "--until", FAR, "--owner", "alice");
        assertThat(taints("node-2")).containsExactly("maintenance:NoExecute");
        // the clock here is the test's, that of the command is not
        for (String node : List.of("node-1", "node-2")) {
            String term = term(node)
                    .replace(FAR, cluster.clock().wall().plusSeconds(7200).toString());
            String patch = """
                {"metadata": {"annotations": {"taint-term.tenure.dev/maintenance.noexecute": "%s"}}}
                """.formatted(term);
            var body = new Body(Body.MERGE_PATCH, patch.getBytes(StandardCharsets.UTF_8));
            assertThat(cluster.client().patch(ResourceTypes.NODES, "", node, "", body))
                    .isInstanceOf(ApiReply.One.class);
        }
        cluster.clock().advance(Duration.ofSeconds(7199));
        assertThat(taints("node-1")).containsExactly("maintenance:NoExecute");
        cluster.clock().advance(Duration.ofSeconds(2));
        assertThat(taints("node-1")).isEmpty();
        assertThat(taints("node-2")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nodes node-1 k:NoExecute | for how long?",
                "nodes node-1 k:NoExecute --for 2h --until 14:00 | give one of them",
                "nodes node-1 k:NoExecute --until soon | is no time",
                "nodes node-1 k:NoExecute --until 2001-01-01T00:00:00Z | has passed",
                "nodes node-1 k:NoExecute- --for 2h | needs no --for",
                "nodes node-1 k:NoExecute --for 2h --extend --overwrite | give one",
                "nodes k:NoExecute --for 2h | missing: a node's name",
                "nodes node-1 --for 2h | missing: a taint"
            })
    void aWrongCommandLineIsTold(String words, String message) throws IOException {
        run(2, words.split(" "));
        assertThat(said).contains(message);
    }

    @Test
    void whatTheNodeDoesNotAllowIsTold() throws IOException {
        run(1, "nodes", "node-1", "k:NoExecute-");
        assertThat(said).contains("taint \"k:NoExecute\" not found");
        run(1, "nodes", "node-9", "k:NoExecute", "--for", "2h");
        assertThat(said).contains("nodes \"node-9\" not found");
        run(1, "nodes", "node-1", "node.kubernetes.io/not-ready:NoSchedule", "--for", "2h");
        assertThat(said).contains("have no terms");
        run(1, "-l", "no=such", "k:NoExecute", "--for", "2h");
        assertThat(said).contains("there is no such node");
    }
}
