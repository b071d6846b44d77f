package dev.tenure.controllers.tainteviction.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.wire.json.Document;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RecordKeeperTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final NodeRecord EMPTY = NodeRecord.empty("node-1", "uid-1");

    private final SimulatedWorld world = new SimulatedWorld(START);
    private final List<NodeRecord> written = new ArrayList<>();
    private final RecordKeeper records = new RecordKeeper(
            world.loop("test"), new ClusterClient(new Server(), Caller.component("test", List.of(), "test")));

    /// Takes every update and remembers the record in it.
    private final class Server implements ApiEndpoint {
        @Override
        public ApiReply call(ApiRequest request) {
            written.add(NodeRecord.ofConfigMap(Document.parse(request.body().bytes()))
                    .orElseThrow());
            return new ApiReply.Document(200, new byte[0], List.of());
        }

        @Override
        public WatchReply watch(ApiRequest request) {
            return new WatchReply.Refused(new Status(404, "NotFound", "no watches here", Optional.empty()));
        }
    }

    private static PastEviction eviction(String pod) {
        return new PastEviction(
                "node-1",
                "default",
                pod,
                "uid-" + pod,
                new PastEviction.Why(EvictionCause.TAINT, "k:NoExecute"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                START,
                "");
    }

    private NodeRecord grown(int evictions) {
        NodeRecord record = EMPTY;
        for (int i = 0; i < evictions; i++) {
            record = record.with(eviction("pod-" + i));
            records.putSoon(record);
        }
        return record;
    }

    @Test
    void manyEvictionsFromOneNodeAreWrittenAtOnceWithinAQuarterOfASecond() {
        NodeRecord last = grown(30);
        world.settle();
        assertThat(written).isEmpty();

        world.advance(Duration.ofMillis(250));

        assertThat(written).containsExactly(last);
        assertThat(records.known("node-1")).contains(last);
    }

    @Test
    void whatCannotWaitTakesTheLedgerAlong() {
        NodeRecord last = grown(3);
        records.put(last);
        world.settle();
        assertThat(written).containsExactly(last);

        world.advance(Duration.ofSeconds(1));

        assertThat(written).containsExactly(last);
    }

    @Test
    void recordOfANodeThatIsGoneIsNotWritten() {
        grown(3);
        records.forget("node-1");

        world.advance(Duration.ofSeconds(1));

        assertThat(written).isEmpty();
    }
}
