package dev.tenure.console.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tenure.client.ClusterClient;
import dev.tenure.console.shown.ConsoleFault;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.runtime.loop.SimulatedWorld;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What one identity follows, and until when.
class FollowedClusterTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final SimulatedWorld world = new SimulatedWorld(Instant.parse("2026-01-01T00:00:00Z"));
    private final List<String> watched = new ArrayList<>();
    private final FollowedCluster copy = new FollowedCluster(
            world.loop("console"), new ClusterClient(new Empty(), Caller.component("ann", List.of(), "test")), "own");

    /// A cluster without objects, in which nobody may watch.
    private final class Empty implements ApiEndpoint {
        @Override
        public ApiReply call(ApiRequest request) {
            var type = request.target().resource().equals(ResourceTypes.NODES.resource())
                    ? ResourceTypes.NODES
                    : ResourceTypes.PODS;
            return new ApiReply.Many(type, 1, List.of(), Optional.empty(), Optional.empty(), List.of());
        }

        @Override
        public WatchReply watch(ApiRequest request) {
            watched.add(request.target().resource() + " " + request.target().namespace());
            return new WatchReply.Refused(new Status(403, "Forbidden", "not to be watched", Optional.empty()));
        }
    }

    /// A cluster whose lists break off after their first page, of none of 1,500 objects.
    private static final class Endless implements ApiEndpoint {
        @Override
        public ApiReply call(ApiRequest request) {
            if (request.parameter("continue").isPresent()) {
                return new ApiReply.Failure(new Status(500, "InternalError", "broken", Optional.empty()), List.of());
            }
            return new ApiReply.Many(
                    ResourceTypes.NODES, 1, List.of(), Optional.of("more"), Optional.of(1_500L), List.of());
        }

        @Override
        public WatchReply watch(ApiRequest request) {
            return new WatchReply.Refused(new Status(403, "Forbidden", "not to be watched", Optional.empty()));
        }
    }

    /// What is told to somebody who waits for nothing.
    private static String refusal(FollowedCluster cluster) {
        Thread.currentThread().interrupt();
        var refused = catchThrowableOfType(ConsoleFault.class, () -> cluster.see("", FollowedCluster.Look::seesNodes));
        assertThat(Thread.interrupted()).isTrue();
        return String.valueOf(refused.getMessage());
    }

    /// Asks for the pods of a namespace on a thread that is interrupted, so that it waits for none.
    private void ask(String namespace) {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> copy.see(namespace, FollowedCluster.Look::podRows))
                .isInstanceOf(ConsoleFault.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void whoAsksForANamespaceHasItFollowed() {
        copy.start();
        world.advance(SECOND);
        assertThat(watched).containsOnly("nodes ", "pods own");
        ask("other");
        world.advance(SECOND);
        assertThat(watched).contains("pods other");
    }

    @Test
    void whoWaitsForALongListIsToldHowFarItIs() {
        var large = new FollowedCluster(
                world.loop("large"), new ClusterClient(new Endless(), Caller.component("ann", List.of(), "test")), "");
        assertThat(refusal(large)).isEqualTo("the cluster's nodes are still being read");
        large.start();
        world.advance(SECOND);
        assertThat(refusal(large)).isEqualTo("the cluster's nodes are still being read: 0 of 1,500 so far");
    }

    @Test
    void nothingIsFollowedAnewOnceItIsOver() {
        copy.start();
        world.advance(SECOND);
        copy.stop();
        world.advance(SECOND);
        watched.clear();
        ask("other");
        copy.start();
        world.advance(SECOND);
        assertThat(watched).isEmpty();
    }

    @Test
    void whatIsAskedForWhileItEndsIsNotFollowed() {
        copy.start();
        world.advance(SECOND);
        copy.stop();
        ask("other");
        watched.clear();
        world.advance(SECOND.multipliedBy(100));
        assertThat(watched).isEmpty();
    }
}
