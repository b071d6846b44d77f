package dev.tenure.node.streaming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/// Which sub-protocol is spoken with whom.
final class StreamRequestsTest {
    @Test
    void ofWhatAClientOffersTheFirstOfOursIsSpoken() {
        assertThat(StreamRequests.offered(List.of("v4", "x", "v5"), "v5", "v4")).isEqualTo("v5");
        assertThat(StreamRequests.offered(List.of("x", "v4"), "v5", "v4")).isEqualTo("v4");
    }

    @Test
    void whoOffersNothingSpeaksTheOldestOne() {
        assertThat(StreamRequests.offered(List.of(), "v5", "v4")).isEqualTo(StreamSocket.NONE);
    }

    @Test
    void whoOffersOnlyOthersIsRefused() {
        assertThatThrownBy(() -> StreamRequests.offered(List.of("x"), "v5", "v4"))
                .hasMessage("unable to upgrade: none of the sub-protocols [x] is known, only [v5, v4]");
    }
}
