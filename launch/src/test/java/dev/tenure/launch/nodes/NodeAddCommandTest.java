package dev.tenure.launch.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.cli.kubeconfig.KubeconfigParser;
import dev.tenure.client.ClusterClient;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.launch.TenureMain;
import dev.tenure.launch.apiserver.ApiConfig;
import dev.tenure.launch.apiserver.ApiProcess;
import dev.tenure.launch.process.Trouble;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.WellKnownTaints;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.observe.LoggedFaults;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

final class NodeAddCommandTest {
    @TempDir
    private Path folder = Path.of("");

    private static String refused(String... arguments) {
        var err = new StringWriter();
        CommandLine command = TenureMain.commandLine();
        command.setErr(new PrintWriter(err));
        assertThat(command.execute(arguments)).isEqualTo(CommandLine.ExitCode.USAGE);
        return err.toString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "node add | say either the names of the new nodes, or --count",
                "node add a --count 2 | say either the names of the new nodes, or --count",
                "node add --count 0 | --count 0 is out of range: 1 to 100000",
                "node add --count some | some' is not a number",
                "node add a --zones -1 | --zones -1 is out of range: 0 and more",
                "node add a --taint k=v:Never | --taint: \"k=v:Never\" has the effect \"Never\"",
                "node add a --taint k- | --taint k-: a new node has no taint to remove",
                "node add a --capacity cpu=many | --capacity cpu=many: \"many\" is no amount, for example 16Gi",
                "up --node-capacity pods=few | --node-capacity pods=few: \"few\" is no amount, for example 16Gi",
                "up --node-taint k- | --node-taint k-: a new node has no taint to remove",
                "up --zones -1 | --zones -1 is out of range: 0 to 100000",
                "up --nodes 0 --node-label a=b | about the nodes that --nodes makes, which are none here",
            })
    void whatMakesNoSenseIsRefusedBeforeAnybodyIsAsked(String typed, String because) {
        assertThat(refused(typed.split(" "))).contains(because);
    }

    @Test
    void numbersFollowTheHighestThatThereIs() {
        assertThat(NodeAddCommand.last(Set.of("node-2", "node-10", "node-9"))).isEqualTo(10);
        assertThat(NodeAddCommand.last(Set.of("node-", "node-x7", "gpu-4", "node-123456789", "node-+5")))
                .isZero();
    }

    private String run(int code, String... further) {
        var said = new StringWriter();
        CommandLine command = TenureMain.commandLine();
        command.setOut(new PrintWriter(said)).setErr(new PrintWriter(said));
        var arguments = new ArrayList<>(
                List.of("node", "add", "--data-dir", folder.resolve("data").toString()));
        arguments.addAll(List.of(further));
        assertThat(command.execute(arguments.toArray(String[]::new)))
                .as(said.toString())
                .isEqualTo(code);
        return said.toString();
    }

    private static List<String> nodes(DataDirectory directory, Function<StoredObject, String> look) {
        try (var endpoint = new HttpEndpoint(KubeconfigParser.read(directory.kubeconfig()))) {
            ApiReply reply = new ClusterClient(endpoint, Caller.component("", List.of(), "test"))
                    .list(ResourceTypes.NODES, "", Map.of());
            return ((ApiReply.Many) reply).items().stream().map(look).toList();
        }
    }

    private static String described(StoredObject node) {
        JsonNode tree = Json.readObject(node.json());
        return "%s %s %s %s"
                .formatted(
                        node.key().name(),
                        node.header().labels().getOrDefault("topology.kubernetes.io/zone", "-"),
                        tree.at("/status/allocatable/cpu").asText(),
                        node.view(Node.class).spec().taints().stream()
                                .filter(taint -> !taint.key().equals(WellKnownTaints.NOT_READY))
                                .toList());
    }

    @Test
    void nodesAreAddedToAClusterThatRuns() throws IOException {
        var directory = new DataDirectory(folder.resolve("data"));
        ApiConfig config = ApiConfig.standard(directory, true, new ApiConfig.Listen("127.0.0.1", 0));
        try (ApiProcess _ = ApiProcess.start(config, new SystemTime(), new Trouble(new LoggedFaults(), () -> {}))) {
            assertThat(run(0, "node-4")).isEqualTo("node/node-4 added\n");
            assertThat(run(0, "--count", "2", "--zones", "3", "-o", "name")).isEqualTo("node/node-5\nnode/node-6\n");
            run(0, "big", "--taint", "gpu=true:NoSchedule", "--capacity", "cpu=32", "--label", "pool=gpu");

            assertThat(nodes(directory, NodeAddCommandTest::described))
                    .containsExactly(
                            "big - 32 " + List.of(new Taint("gpu", "true", TaintEffect.NO_SCHEDULE)),
                            "node-4 - 4 []",
                            "node-5 zone-2 4 []",
                            "node-6 zone-3 4 []");
            assertThat(nodes(directory, node -> node.header().labels().getOrDefault("pool", "-")))
                    .startsWith("gpu");
            assertThat(run(1, "new", "node-4")).isEqualTo("error: nodes \"node-4\" already exists\n");
            assertThat(nodes(directory, node -> node.key().name())).doesNotContain("new");
        }
    }
}
