package dev.tenure.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class ChangedNodesOptionTest {
    @Command
    private static final class Stop implements Runnable {
        @CommandLine.Spec
        @SuppressWarnings("NullAway.Init")
        private CommandLine.Model.CommandSpec spec;

        @CommandLine.Mixin
        private ChangedNodesOption output = new ChangedNodesOption();

        @Override
        public void run() {
            output.print(spec.commandLine().getOut(), List.of("node-1", "node-2"), "stopped");
        }
    }

    private static String said(String... words) {
        var out = new StringWriter();
        var command = new CommandLine(new Stop()).setOut(new PrintWriter(out));
        assertThat(command.execute(words)).isZero();
        return out.toString();
    }

    @Test
    void peopleReadALineForEachNodeAndShellsItsName() {
        assertThat(said()).isEqualTo("node/node-1 stopped\nnode/node-2 stopped\n");
        assertThat(said("-o", "name")).isEqualTo("node/node-1\nnode/node-2\n");
    }

    @Test
    void programsReadOneDocument() {
        JsonNode document = Json.read(said("-o", "json").getBytes(StandardCharsets.UTF_8));

        assertThat(document.path("kind").asText()).isEqualTo("NodeChanges");
        assertThat(document.at("/nodes/1/name").asText()).isEqualTo("node-2");
        assertThat(document.at("/nodes/1/done").asText()).isEqualTo("stopped");
        assertThat(said("-o", "yaml")).contains("kind: NodeChanges\n", "done: stopped\n");
    }
}
