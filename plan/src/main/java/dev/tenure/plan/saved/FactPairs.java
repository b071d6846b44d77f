package dev.tenure.plan.saved;

import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Which pod that left stands for which one that was forecast to leave: itself, or where chance decides
/// another one of those that are alike, each for one. Where another one went, the two have changed places in
/// all that the forecast has later. For one use.
final class FactPairs {
    /// What a pod that says nothing is said to have left for: from outside nobody sees who deleted it.
    private static final String UNSEEN = "deleted";

    private static final String EVICTION_API = "api";

    private final List<LeavingPod> forecast;
    private final Duration until;
    private final Set<String> foretold;
    /// The pods that left and stand for none yet, by uid.
    private final Map<String, LeavingPod> left = new LinkedHashMap<>();
    /// Who is in whose place, by uid, where it is another one.
    private final Map<String, String> places = new HashMap<>();

    private FactPairs(List<LeavingPod> forecast, List<LeavingPod> facts, Duration until) {
        this.forecast = forecast;
        this.until = until;
        foretold = forecast.stream()
                .filter(pod -> pod.leavesAfter().isPresent())
                .map(LeavingPod::uid)
                .collect(Collectors.toSet());
        facts.forEach(pod -> left.put(pod.uid(), pod));
    }

    /// The uids of pods that left, by those of the forecast's.
    ///
    /// @param forecast in order of time
    /// @param until none went in the place of a pod that the forecast has later than this
    static Map<String, String> of(List<LeavingPod> forecast, List<LeavingPod> facts, Duration until) {
        var pairs = new FactPairs(forecast, facts, until);
        Map<String, String> all = new LinkedHashMap<>();
        for (LeavingPod pod : forecast) {
            pairs.pair(pod).ifPresent(fact -> all.put(pod.uid(), fact));
        }
        return all;
    }

    /// Whether a pod may have left for what the forecast says.
    static boolean agree(LeavingPod forecast, LeavingPod fact) {
        return fact.cause().equals(forecast.cause()) || isUnseen(fact);
    }

    /// Whether nobody saw why a pod left.
    static boolean isUnseen(LeavingPod fact) {
        return fact.cause().equals(UNSEEN);
    }

    /// The uids of the pods of which any may go where the forecast has this one go, itself among them: those
    /// that are alike, and of those that a drain asks for together the ones that a budget keeps.
    static Set<String> likes(LeavingPod pod, List<LeavingPod> forecast) {
        if (!pod.cause().equals(EVICTION_API) || pod.between().isEmpty()) {
            return pod.alike();
        }
        var likes = new LinkedHashSet<String>();
        likes.add(pod.uid());
        forecast.stream()
                .filter(other ->
                        other.leavesAfter().isEmpty() && other.between().isPresent())
                .filter(other ->
                        other.node().equals(pod.node()) && other.namespace().equals(pod.namespace()))
                .forEach(other -> likes.add(other.uid()));
        return likes;
    }

    private Optional<String> pair(LeavingPod pod) {
        String own = inPlaceOf(pod.uid());
        Optional<LeavingPod> fact = Optional.ofNullable(left.get(own));
        boolean kept = pod.leavesAfter().isEmpty();
        if (!kept && fact.filter(there -> agree(pod, there)).isEmpty()) {
            Optional<String> other = another(pod);
            if (other.isPresent()) {
                places.put(pod.uid(), inPlaceOf(other.get()));
                places.put(other.get(), own);
            }
        }
        return Optional.ofNullable(left.remove(inPlaceOf(pod.uid()))).map(LeavingPod::uid);
    }

    private String inPlaceOf(String uid) {
        return places.getOrDefault(uid, uid);
    }

    /// In whose place the one stands that went instead; one that was not forecast to go comes first.
    private Optional<String> another(LeavingPod pod) {
        if (pod.leavesAfter().filter(at -> at.compareTo(until) >= 0).isPresent()) {
            return Optional.empty();
        }
        List<String> went = likes(pod, forecast).stream()
                .filter(uid -> {
                    LeavingPod fact = left.get(inPlaceOf(uid));
                    return fact != null && agree(pod, fact);
                })
                .sorted()
                .toList();
        return Stream.concat(went.stream().filter(uid -> !foretold.contains(inPlaceOf(uid))), went.stream())
                .findFirst();
    }
}
