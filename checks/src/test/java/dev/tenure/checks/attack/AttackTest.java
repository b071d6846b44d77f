package dev.tenure.checks.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.authn.StaticTokens;
import dev.tenure.checks.attack.AttackRun.Row;
import dev.tenure.checks.attack.Bystanders.Waits;
import dev.tenure.checks.fuzz.FuzzRun;
import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.launch.apiserver.ApiConfig;
import dev.tenure.launch.apiserver.ApiProcess;
import dev.tenure.launch.process.Trouble;
import dev.tenure.runtime.observe.LoggedFaults;
import dev.tenure.runtime.time.SystemTime;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The attacks in short: what the server does about each, and that the others are served at all. How soon,
/// `checks/attack/run` measures.
@Timeout(120)
class AttackTest {
    private final SystemTime time = new SystemTime();

    @TempDir
    private Path folder;

    private ApiProcess server;
    private Victim victim;
    private AttackRun run;

    @BeforeEach
    void start() throws IOException {
        var tokens = StaticTokens.parse(List.of(
                "admin,attack-admin,1,\"system:masters\"",
                "kubelet,system:node:attacked,2,\"system:nodes\"",
                "ann,ann,3"));
        var config = ApiConfig.standard(new DataDirectory(folder), true, new ApiConfig.Listen("127.0.0.1", 0))
                .knowing(List.of(tokens));
        server = ApiProcess.start(config, time, new Trouble(new LoggedFaults(), () -> {}));
        victim = new Victim(URI.create(server.address()).getPort(), "admin", "kubelet", "ann");
        run = new AttackRun(victim, time);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void halfRequestsThatComeWithTheHandshakeAreRefused() throws IOException {
        holds(new EarlyRequests(EarlyRequests.Kind.ANONYMOUS_POSTS, 80));
    }

    @Test
    void quietWatchesOfHttp1HoldNobodyUp() throws IOException {
        holds(new EarlyRequests(EarlyRequests.Kind.WATCHES, 80));
    }

    @Test
    void openBodiesOfAStrangerAreRefused() throws IOException {
        holds(new OpenStreams(OpenStreams.Kind.OPEN_BODIES, 200));
    }

    @Test
    void readsWithClosedWindowsHoldNobodyUp() throws IOException {
        holds(new OpenStreams(OpenStreams.Kind.CLOSED_WINDOWS, 500));
    }

    /// Go's client does so with each answer of 4 KB and more.
    @Test
    void whoOpensTheWindowsOfAnswersThatHaveEndedIsServed() throws IOException {
        byte[] more = ByteBuffer.allocate(Integer.BYTES).putInt(4_096).array();
        try (Streams streams = Streams.open(victim, 65_535)) {
            for (int i = 0; i < 1_000; i++) {
                int stream = streams.request("GET", "/version", "admin", true);
                assertThat(streams.ends(1, 10_000)).as("answer %d", i).containsExactly(Streams.DATA);
                streams.frame(Streams.WINDOW_UPDATE, 0, stream, more);
                streams.frame(Streams.WINDOW_UPDATE, 0, 0, more);
            }
        }
    }

    /// As somebody does who leaves all his watches at once.
    @Test
    void whoResetsManyStreamsAtOnceIsServed() throws IOException {
        byte[] cancel = {0, 0, 0, 8};
        try (Streams streams = Streams.open(victim, 65_535)) {
            for (int i = 0; i < 400; i++) {
                int stream = streams.request("GET", "/api/v1/configmaps?watch=1", "admin", true);
                streams.frame(Streams.RESET, 0, stream, cancel);
            }
            streams.request("GET", "/version", "admin", true);
            List<Integer> end;
            do {
                end = streams.ends(1, 10_000);
            } while (end.equals(List.of(Streams.RESET)));
            assertThat(end).containsExactly(Streams.DATA);
        }
    }

    /// One frame of 16 KB would be 48 MB of headers.
    @Test
    void headersThatAreNamedAgainAndAgainAreNoRequest() throws IOException {
        for (int i = 0; i < 20; i++) {
            try (Streams streams = Streams.open(victim, 65_535)) {
                streams.repeat(12_000);
                assertThat(streams.ends(1, 10_000)).hasSizeLessThanOrEqualTo(1).doesNotContain(Streams.DATA);
            }
        }
        try (Streams streams = Streams.open(victim, 65_535)) {
            streams.request("GET", "/version", "admin", true);
            assertThat(streams.ends(1, 10_000)).containsExactly(Streams.DATA);
        }
    }

    @Test
    void requestsForWhatDoesNotExistLeaveNoLabels() throws IOException {
        holds(new ManyLabels(300));
    }

    @Test
    void floodsAreCut() throws IOException {
        for (Floods.Kind kind : Floods.Kind.values()) {
            holds(new Floods(kind));
        }
    }

    @Test
    void aCrowdShutsNobodyOut() throws IOException {
        holds(new Crowd(60, Crowd.Writes.DRY));
        holds(new Crowd(60, Crowd.Writes.KEPT));
    }

    @Test
    void requestsThatNoClientWouldMakeAreAnsweredInGoodOrder() throws IOException {
        FuzzRun.Outcome outcome = FuzzRun.run(
                new Victim(URI.create(server.address()).getPort(), "admin", "kubelet", "ann"),
                new FuzzRun.Plan(1_500, 20261123, Path.of("golden", "api")),
                time);
        assertThat(outcome.good()).as(outcome.report()).isTrue();
    }

    private void holds(Attack attack) throws IOException {
        Row row = run.run(attack, Duration.ZERO);
        assertThat(row.held().good()).as("%s", row).isTrue();
        Waits waits = row.waits();
        assertThat(List.of(waits.probe(), waits.admin(), waits.lease()))
                .as("%s", row)
                .allMatch(wait -> wait.compareTo(Bystanders.NEVER) < 0);
    }
}
