package dev.tenure.controllers.tainteviction.hold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.hold.HeldPods.Held;
import dev.tenure.controllers.tainteviction.policy.EvictionHold;
import dev.tenure.controllers.tainteviction.policy.EvictionHold.Reason;
import dev.tenure.controllers.tainteviction.stay.EvictionOrder;
import dev.tenure.controllers.tainteviction.stay.StayVerdict;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.time.Tick;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HeldPodsTest {
    private static final Tick NOW = new Tick(100);
    private static final Tick LATER = new Tick(200);

    private final Map<String, Tick> turns = new HashMap<>();
    private int looks;
    private final HeldPods held = new HeldPods(one -> {
        looks++;
        return Optional.ofNullable(turns.get(one.line()));
    });
    private final List<String> asked = new ArrayList<>();

    private Held pod(int i, String line, Optional<Tick> next) {
        String uid = "p" + i;
        var header =
                new StoredObject.Header(ResourceTypes.PODS.key("d", uid), uid, Map.of(), List.of(), Map.of(), false);
        var object = new StoredObject(header, "{}".getBytes(StandardCharsets.UTF_8), 1, bytes -> bytes);
        var order = new EvictionOrder(object, NOW, new StayVerdict.Keep());
        var hold = new EvictionHold("p", Reason.PACE, "", false);
        return new Held(order, object, order.due(), hold, line, next, Optional.empty());
    }

    private void put(int i, String line, Optional<Tick> next) {
        held.put(pod(i, line, next));
    }

    /// A pod is let go for each turn: nobody looks at the others that wait for it.
    @Test
    void aThousandPodsThatLeaveOneByOneAreLookedAtAFewTimesEach() {
        int many = 1_000;
        turns.put("turn", LATER);
        for (int i = 0; i < many; i++) {
            put(i, "turn", Optional.empty());
        }
        long now = LATER.nanos();
        while (!held.isEmpty()) {
            assertThat(held.nextMoment()).contains(new Tick(now));
            long next = ++now;
            held.askDue(new Tick(now - 1), one -> {
                asked.add(one.pod().uid());
                held.remove(one.pod().uid());
                turns.put("turn", new Tick(next));
            });
        }
        assertThat(asked).hasSize(many).startsWith("p0", "p1", "p2").endsWith("p999");
        assertThat(looks).isLessThan(6 * many);
    }

    @Test
    void thoseWhoseTurnOrMomentHasComeAreAskedForInTheOrderInWhichTheyCame() {
        turns.put("a", NOW);
        turns.put("b", LATER);
        put(0, "b", Optional.empty());
        put(1, "a", Optional.empty());
        put(2, "", Optional.of(NOW));
        put(3, "a", Optional.empty());
        put(4, "", Optional.of(LATER));
        put(5, "", Optional.empty());
        held.askDue(NOW, one -> asked.add(one.pod().uid()));
        assertThat(asked).containsExactly("p1", "p2", "p3");
        assertThat(held.all()).hasSize(6);
        assertThat(held.nextMoment()).contains(NOW);
    }

    @Test
    void aTurnThatComesSoonerIsKnownOnceItIsTold() {
        turns.put("a", LATER);
        put(0, "a", Optional.empty());
        turns.put("a", NOW);
        held.turnChanged("a");
        held.turnChanged("nobody's");
        assertThat(held.nextMoment()).contains(NOW);
        put(0, "", Optional.empty());
        assertThat(held.nextMoment()).isEmpty();
        assertThat(held.remove("p0")).isPresent();
        assertThat(held.remove("p0")).isEmpty();
    }

    /// Whoever is held for something else is no longer in the line, also while it is gone through.
    @Test
    void aPodThatIsHeldForSomethingElseLeavesItsLine() {
        turns.put("a", NOW);
        for (int i = 0; i < 3; i++) {
            put(i, "a", Optional.empty());
        }
        held.askDue(NOW, one -> {
            asked.add(one.pod().uid());
            held.put(pod(0, "", Optional.of(LATER)));
            held.put(pod(1, "", Optional.of(LATER)));
        });
        assertThat(asked).containsExactly("p0", "p2");
    }
}
