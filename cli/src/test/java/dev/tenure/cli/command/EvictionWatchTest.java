package dev.tenure.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.cli.print.EvictionRows.Row;
import dev.tenure.client.rest.ConnectionException;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EvictionWatchTest {
    private static final JsonNode PAGE = Json.object();

    private final SimulatedWorld world = new SimulatedWorld(Instant.parse("2026-01-01T00:00:00Z"));
    private final StringWriter err = new StringWriter();
    private final List<String> printed = new ArrayList<>();
    private List<String> there = List.of();
    private final EvictionWatch watch = new EvictionWatch(
            world, _ -> rows(), (_, rows, before) -> note(rows, before), new PrintWriter(err), Map.of());

    private Map<String, Row> rows() {
        Map<String, Row> rows = new LinkedHashMap<>();
        there.forEach(name -> rows.put(name, new Row(name, List.of(name))));
        return rows;
    }

    private void note(Map<String, Row> rows, Map<String, Row> before) {
        rows.keySet().stream().filter(name -> !before.containsKey(name)).forEach(name -> printed.add("+" + name));
        before.keySet().stream().filter(name -> !rows.containsKey(name)).forEach(name -> printed.add("-" + name));
    }

    private void look(String... names) {
        there = List.of(names);
        watch.look(() -> PAGE);
        world.advance(Duration.ofMillis(500));
    }

    private void fail(RuntimeException why) {
        watch.look(() -> {
            throw why;
        });
        world.advance(Duration.ofMillis(500));
    }

    @Test
    void whatComesAndGoesIsTold() {
        look("a");
        look("a", "b");
        look("b");
        assertThat(printed).containsExactly("+a", "+b", "-a");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void aServerThatDiesEndsNothingAndIsToldOnce() {
        look("a");
        fail(new ConnectionException("nobody answers"));
        fail(new ConnectionException("nobody answers"));
        fail(new CommandFailure(ExitCode.FAILED, "the server answers 503"));
        look("a");
        look("a");
        fail(new CommandFailure(ExitCode.FAILED, "nobody there tells of evictions"));
        look("a");
        assertThat(err.toString().lines())
                .containsExactly(
                        "the cluster is not followed at present: nobody answers",
                        "followed again; of what happened in between only what came of it is told",
                        "the cluster is not followed at present: nobody there tells of evictions",
                        "followed again; of what happened in between only what came of it is told");
        assertThat(printed).containsExactly("+a");
    }

    @Test
    void controllersThatBeginKnowNothingYetWhichCancelsNothing() {
        look("a", "b");
        fail(new ConnectionException("nobody answers"));
        look();
        look("c");
        look("a", "c");
        assertThat(printed).containsExactly("+a", "+b", "+c");
        world.advance(EvictionWatch.BEGINNING);
        look("a", "c");
        assertThat(printed).containsExactly("+a", "+b", "+c", "-b");
    }
}
