package dev.tenure.node.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.rest.ConnectionException;
import dev.tenure.kubelet.pod.ConfigException;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.WatchReply;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// What is known of a cluster that does not answer.
final class ConfigSourceTest {
    private static final Duration SHORT = Duration.ofMillis(10);
    private static final Duration LONG = Duration.ofMinutes(1);

    /// Knows nothing when it is asked first, and forbids everything from then on, after a while.
    private static final class Server implements ApiEndpoint {
        private final AtomicInteger asked = new AtomicInteger();
        private final CountDownLatch goesOn = new CountDownLatch(1);

        @Override
        public ApiReply call(ApiRequest request) {
            if (asked.incrementAndGet() == 1) {
                return new ApiReply.Failure(new Status(404, "NotFound", "none", Optional.empty()), List.of());
            }
            try {
                goesOn.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            return new ApiReply.Failure(new Status(403, "Forbidden", "not yours", Optional.empty()), List.of());
        }

        @Override
        public WatchReply watch(ApiRequest request) {
            return new WatchReply.Refused(new Status(404, "NotFound", "no watches here", Optional.empty()));
        }
    }

    /// Knows no object, until it is gone.
    private static final class LeavingServer implements ApiEndpoint {
        private boolean gone;

        @Override
        public ApiReply call(ApiRequest request) {
            if (gone) {
                throw new ConnectionException("gone", new IOException("gone"));
            }
            return new ApiReply.Failure(new Status(404, "NotFound", "none", Optional.empty()), List.of());
        }

        @Override
        public WatchReply watch(ApiRequest request) {
            return new WatchReply.Refused(new Status(404, "NotFound", "no watches here", Optional.empty()));
        }
    }

    private final Server server = new Server();

    private ConfigSource source(Duration patience) {
        return new ConfigSource(new ClusterClient(server, Caller.component("test", List.of(), "test")), patience);
    }

    @Test
    void whatIsKnownIsNotWaitedForLongAndAskedForOnceAtATime() {
        ConfigSource source = source(SHORT);
        assertThat(source.configMap("ns", "m")).isEmpty();
        assertThat(source.configMap("ns", "m")).isEmpty();
        assertThat(source.configMap("ns", "m")).isEmpty();
        assertThat(server.asked.get()).isLessThanOrEqualTo(2);
        server.goesOn.countDown();
    }

    @Test
    void newsAreTold() {
        ConfigSource source = source(LONG);
        assertThat(source.configMap("ns", "m")).isEmpty();
        server.goesOn.countDown();
        assertThatThrownBy(() -> source.configMap("ns", "m"))
                .isInstanceOf(ConfigException.class)
                .hasMessage("not yours");
    }

    @Test
    void whatWasToldLastIsKnownHoweverMuchWasToldBefore() {
        var leaving = new LeavingServer();
        var source = new ConfigSource(new ClusterClient(leaving, Caller.component("test", List.of(), "test")), LONG);
        for (int i = 0; i <= ConfigSource.REMEMBERED_MAX; i++) {
            assertThat(source.configMap("ns", "m" + i)).isEmpty();
        }
        leaving.gone = true;

        assertThat(source.configMap("ns", "m" + ConfigSource.REMEMBERED_MAX)).isEmpty();
        assertThatThrownBy(() -> source.configMap("ns", "never asked for")).isInstanceOf(ConfigException.class);
    }
}
