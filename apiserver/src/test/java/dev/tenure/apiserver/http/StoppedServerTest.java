package dev.tenure.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tenure.apiserver.ApiServer;
import dev.tenure.runtime.io.HardWork;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

/// What requests are told that are on their way when the server is stopped.
class StoppedServerTest {
    /// It was a fault in the log, with a stack trace for each of them.
    @Test
    void whoWaitedForItsTurnIsToldThatTheServerIsBeingStopped() {
        var work = new HardWork("stopped", 1);
        work.close();
        CancellationException ended =
                catchThrowableOfType(CancellationException.class, () -> work.run(false, "ann", () -> "a list"));
        assertThat(ApiServer.failure(ended)).satisfies(status -> {
            assertThat(status.code()).isEqualTo(503);
            assertThat(status.message()).contains("being stopped");
        });
    }
}
