package dev.tenure.kinds.aggregation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.apiserver.aggregation.Backend;
import dev.tenure.apiserver.aggregation.BackendCalls;
import dev.tenure.apiserver.aggregation.BackendCalls.Passed;
import dev.tenure.apiserver.aggregation.UnreachableException;
import dev.tenure.runtime.callout.HttpsForwards;
import dev.tenure.runtime.time.SystemTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class BackendCallsTest {
    private static final Backend BACKEND = new Backend(
            "v1.wardle.example.com",
            "wardle.example.com",
            "v1",
            new Backend.Service("default", "backend", 443),
            "",
            true,
            true);

    private final StandInBackend server = new StandInBackend();
    private final BackendCalls calls =
            new BackendCalls(new HttpsForwards(new SystemTime()), _ -> "127.0.0.1:" + server.port(), Optional::empty);

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void aDocumentIsReadToItsEnd() throws UnreachableException {
        server.at("/there", 200, "{'a': 1}");
        var passed = Passed.get("/there", Map.of(), Duration.ofSeconds(20));
        assertThat(new String(calls.fetch(BACKEND, BackendProbe.SELF, passed).body(), StandardCharsets.UTF_8))
                .isEqualTo("{\"a\": 1}");
    }

    @Test
    void aDocumentThatDoesNotComeIsGivenUp() {
        var passed = Passed.get("/begun", Map.of(), Duration.ofSeconds(1));
        assertThatThrownBy(() -> calls.fetch(BACKEND, BackendProbe.SELF, passed))
                .isInstanceOf(UnreachableException.class)
                .hasMessageContaining("while reading body");
    }
}
