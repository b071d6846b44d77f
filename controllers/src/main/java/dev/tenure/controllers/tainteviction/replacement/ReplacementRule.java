package dev.tenure.controllers.tainteviction.replacement;

import java.util.Optional;

/// Decides what a pod waits for whose replacement comes first, and what becomes of one that was taken out of
/// its set.
final class ReplacementRule {
    /// How a pod stands to its ReplicaSet.
    public enum Tie {
        /// The set counts it.
        COUNTED,
        /// It was taken out, so that the set makes another one.
        RELEASED,
        /// It was given back, or has to go for one that was: the set has one too many until it gives one up.
        RETURNED
    }

    /// The Deployment of a pod and who else stands in it. Pods that are on their way are not counted
    /// anywhere.
    ///
    /// @param name of the Deployment
    /// @param wanted how many pods it is to have
    /// @param available how many its sets have that are available, of each no more than it is to have
    /// @param othersReady how many others were taken out of its sets and still are ready
    /// @param motion what its sets are doing
    /// @param failure why the pod's set cannot make pods, where that is so
    public record Crew(
            String name, int wanted, int available, int othersReady, Motion motion, Optional<String> failure) {
        /// Whether all pods that are wanted are there without the one in question, and none of them is about
        /// to go.
        public boolean whole() {
            return motion != Motion.UNSETTLED && available + othersReady >= wanted;
        }
    }

    /// What the sets of a Deployment are doing.
    public enum Motion {
        /// They have as many pods as they are to have, as they say themselves.
        SETTLED,
        /// That, and one takes the place of another.
        ROLLING,
        /// They have to make pods, or to delete some.
        UNSETTLED
    }

    /// How many more pods there may be than are wanted, and how many there are.
    ///
    /// @param most as many as the Deployment's own rollouts make at most
    /// @param now how many more the Deployment has
    /// @param mostOfPolicy as many as the policy lets there be in all Deployments; absent without a bound
    /// @param nowOfPolicy how many there are of these
    public record Surge(int most, int now, Optional<Integer> mostOfPolicy, int nowOfPolicy) {}

    /// What becomes of a pod that was taken out of its set, or given back.
    public enum Fate {
        /// Nothing now.
        STAYS,
        /// It need not leave any more: its set gets it back.
        GIVEN_BACK,
        /// Nobody wants pods of its set any more.
        REMOVED,
        /// Its set has settled, and may again give up whichever pod it likes.
        SETTLED
    }

    /// What a fate depends on.
    ///
    /// @param active whether the pod neither has ended nor is being deleted
    /// @param controlled whether its Deployment still controls it, so that it was not orphaned on purpose
    /// @param hasToLeave whether it still has to leave its node
    /// @param nodeThere whether its node stands
    /// @param likesWanted whether its set is to have pods
    /// @param whole whether its Deployment has all its pods ready without it
    /// @param settled whether its set has no more pods on nodes than it is to have, with those that it gets
    ///     back
    public record Standing(
            boolean active,
            boolean controlled,
            boolean hasToLeave,
            boolean nodeThere,
            boolean likesWanted,
            boolean whole,
            boolean settled) {}

    private ReplacementRule() {}

    /// @param ready whether the pod is ready: one that is not serves nobody, and is not waited for
    public static Replacement decide(boolean ready, Tie tie, Crew crew, Surge surge) {
        if (!ready) {
            return new Replacement.Free();
        }
        return switch (tie) {
            case RELEASED -> released(crew);
            case RETURNED -> new Replacement.Wait(crew.name() + " has yet to give up the pod that it has too many");
            case COUNTED -> counted(crew, surge);
        };
    }

    private static Replacement released(Crew crew) {
        if (crew.whole()) {
            return new Replacement.Free();
        }
        if (crew.available() + crew.othersReady() >= crew.wanted()) {
            return new Replacement.Wait("the ReplicaSets of %s have yet to make or delete pods".formatted(crew.name()));
        }
        String message = "without it %d of %d pods of %s are ready"
                .formatted(crew.available() + crew.othersReady(), crew.wanted(), crew.name());
        return new Replacement.Wait(
                crew.failure().map(why -> message + ": " + why).orElse(message));
    }

    private static Replacement counted(Crew crew, Surge surge) {
        if (surge.most() == 0 || crew.wanted() == 0) {
            return new Replacement.Free();
        }
        if (crew.motion() != Motion.SETTLED) {
            return new Replacement.Wait("%s is being rolled out or scaled".formatted(crew.name()));
        }
        if (surge.now() >= surge.most()) {
            return new Replacement.Wait("%s has %s more than it wants, as many as its maxSurge lets it have"
                    .formatted(crew.name(), pods(surge.now())));
        }
        Optional<Integer> all = surge.mostOfPolicy().filter(most -> surge.nowOfPolicy() >= most);
        return all.isPresent()
                ? new Replacement.Wait("there are %s more than wanted, as many as its maxSurge lets there be"
                        .formatted(pods(surge.nowOfPolicy())))
                : new Replacement.Begin("%s makes another pod first".formatted(crew.name()));
    }

    private static String pods(int count) {
        return count == 1 ? "1 pod" : count + " pods";
    }

    public static Fate fate(Tie tie, Standing standing) {
        return switch (tie) {
            case COUNTED -> Fate.STAYS;
            case RETURNED -> standing.settled() ? Fate.SETTLED : Fate.STAYS;
            case RELEASED -> standing.active() ? ofReleased(standing) : Fate.STAYS;
        };
    }

    /// A set that is to have no pods would delete one that it gets back: it stays as long as it is missed.
    private static Fate ofReleased(Standing standing) {
        if (!standing.likesWanted()) {
            return standing.controlled() && standing.whole() ? Fate.REMOVED : Fate.STAYS;
        }
        return standing.hasToLeave() || !standing.nodeThere() ? Fate.STAYS : Fate.GIVEN_BACK;
    }
}
