package dev.tenure.controllers.podautoscaler;

import java.util.List;
import java.util.Map;

/// What a server of metrics answers.
sealed interface Measured {
    /// Of pods, by their names.
    record OfPods(Map<String, PodMetric> metrics) implements Measured {}

    /// One value or several, in thousandths.
    record Values(List<Long> milli) implements Measured {
        public Values {
            milli = List.copyOf(milli);
        }
    }

    /// Nothing that can be used.
    record Nothing(String why) implements Measured {}
}
