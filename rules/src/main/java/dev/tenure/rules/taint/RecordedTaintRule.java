package dev.tenure.rules.taint;

import dev.tenure.model.core.Taint;

/// Under which key the record of a node says since when it bears a taint. A stay under a taint with NoExecute
/// goes on when the value changes. Another value of one that only keeps pods away is another taint: the pods
/// that were placed under the old value stood there before the new one.
public final class RecordedTaintRule {
    private RecordedTaintRule() {}

    /// The key of the taint, or all of it as text, which is no key.
    public static String key(Taint taint) {
        return TolerationRule.EVICTS.contains(taint.effect())
                ? taint.key()
                : taint.withoutTime().toString();
    }
}
