package dev.tenure.kubelet.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kubelet.eviction.PressureHistoryState.Point;
import dev.tenure.kubelet.eviction.signal.Observation;
import dev.tenure.kubelet.eviction.signal.Observations;
import dev.tenure.kubelet.eviction.threshold.Signal;
import dev.tenure.model.quantity.Quantity;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PressureHistoryStateTest {
    private static final Instant BEGIN = Instant.EPOCH;

    private final PressureHistoryState history = new PressureHistoryState();

    private void seen(long second, long available) {
        var observation = new Observation(Quantity.parse(available + ""), Quantity.parse("1000"), Optional.of(BEGIN));
        history.seen(BEGIN.plusSeconds(second), new Observations(Map.of(Signal.MEMORY_AVAILABLE, observation)));
    }

    private List<Point> points() {
        return history.points(Signal.MEMORY_AVAILABLE);
    }

    private static Point point(long second, long available, long least, long most) {
        return new Point(BEGIN.plusSeconds(second), available, least, most);
    }

    @Test
    void aDipBetweenTwoPointsIsKept() {
        seen(0, 500);
        seen(10, 400);
        seen(13, 20);
        seen(17, 450);
        seen(20, 450);
        seen(30, 460);

        assertThat(points())
                .containsExactly(point(0, 500, 500, 500), point(10, 450, 20, 450), point(30, 460, 460, 460));
    }

    @Test
    void whatStaysTakesOnePointAndAllTakeNoMoreThanTheMost() {
        for (int second = 0; second < 600; second++) {
            seen(second, 500);
        }
        assertThat(points()).containsExactly(point(0, 500, 500, 500));
        for (int second = 600; second < 20_000; second++) {
            seen(second, second);
        }
        assertThat(points()).hasSize(PressureHistoryState.POINTS_MAX);
    }
}
