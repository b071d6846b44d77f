package dev.tenure.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.TaintEvictionLoop;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.PassingLoop;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.sim.invariant.Violation;
import dev.tenure.sim.world.Substitutes;
import dev.tenure.store.PassingStore;
import dev.tenure.store.Store;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/// Bugs that are put in on purpose: the invariants must find each.
final class PlantedBugsTest {
    private static final long SEED = 13;

    private static Violation found(Substitutes substitutes) {
        return new Runs()
                .run(SEED, Duration.ofHours(1), substitutes, new ArrayList<>())
                .violation()
                .orElseThrow();
    }

    @Test
    void anEvictionOneSecondEarlyIsFound() {
        Violation violation = found(new Substitutes() {
            @Override
            public EventLoop loop(String controller, EventLoop loop) {
                return controller.equals(TaintEvictionLoop.NAME) ? new EarlyLoop(loop) : loop;
            }
        });
        assertThat(violation.invariant()).isEqualTo("evicted in time, neither early nor late");
        assertThat(violation.what()).contains("was evicted from", "end not before");
    }

    @Test
    void anAcknowledgedWriteThatIsLostIsFound() {
        assertThat(losing("leases", 400).invariant()).isEqualTo("no acknowledged write is lost");
    }

    @Test
    void anAcknowledgedWriteThatIsLostIsMissedByThoseWhoWatchItsKind() {
        assertThat(losing("pods", 1_000).invariant()).isEqualTo("every watcher sees the same history");
    }

    private static Violation losing(String resource, int from) {
        return found(new Substitutes() {
            @Override
            public Store store(Store store) {
                return new LosingStore(store, resource, from);
            }
        });
    }

    @Test
    void aPodThatIsBoundTwiceIsFound() {
        Violation violation = found(new Substitutes() {
            @Override
            public Store store(Store store) {
                return new RebindingStore(store);
            }
        });
        assertThat(violation.invariant()).isEqualTo("no pod is bound twice");
    }

    /// Wakes one second early, and believes that it is time.
    private static final class EarlyLoop extends PassingLoop {
        private static final Duration EARLY = Duration.ofSeconds(1);

        private boolean ahead;

        private EarlyLoop(EventLoop loop) {
            super(loop);
        }

        @Override
        public void alarm(String name, Tick due, Runnable event) {
            Tick early = due.plus(EARLY.negated());
            if (early.isAfter(super.time().now())) {
                super.alarm(name, early, () -> {
                    ahead = true;
                    event.run();
                    ahead = false;
                });
            } else {
                super.alarm(name, due, event);
            }
        }

        @Override
        public TimeSource time() {
            TimeSource time = super.time();
            return new TimeSource() {
                @Override
                public Instant wall() {
                    return ahead ? time.wall().plus(EARLY) : time.wall();
                }

                @Override
                public Tick now() {
                    return ahead ? time.now().plus(EARLY) : time.now();
                }
            };
        }
    }

    /// Acknowledges one write of a kind that it does not carry out.
    private static final class LosingStore extends PassingStore {
        private final String resource;
        private final int from;
        private int writes;
        private boolean done;

        /// @param from so many writes of any kind come before it
        private LosingStore(Store store, String resource, int from) {
            super(store);
            this.from = from;
            this.resource = resource;
        }

        @Override
        public Committed commit(Write write) {
            writes++;
            return write instanceof Write.Put put && chosen(put)
                    ? new Committed.Durable(put.object().withRevision(revision() + 1))
                    : super.commit(write);
        }

        private boolean chosen(Write.Put put) {
            if (done || writes < from || !put.key().resource().equals(resource)) {
                return false;
            }
            done = true;
            return true;
        }
    }

    /// Puts one pod that has a node onto another one.
    private static final class RebindingStore extends PassingStore {
        private static final String OTHER = "node-0000";

        private boolean done;

        private RebindingStore(Store store) {
            super(store);
        }

        @Override
        public Committed commit(Write write) {
            return write instanceof Write.Put put && chosen(put)
                    ? super.commit(new Write.Put(rebound(put.object()), put.precondition()))
                    : super.commit(write);
        }

        private boolean chosen(Write.Put put) {
            if (done || !put.key().resource().equals("pods")) {
                return false;
            }
            String node = put.object().view(Pod.class).spec().nodeName();
            done = get(put.key())
                            .filter(before -> before.view(Pod.class).spec().bound())
                            .isPresent()
                    && !node.equals(OTHER);
            return done;
        }

        private static StoredObject rebound(StoredObject pod) {
            String node = pod.view(Pod.class).spec().nodeName();
            String json = new String(pod.json(), StandardCharsets.UTF_8)
                    .replace("\"nodeName\":\"" + node + "\"", "\"nodeName\":\"" + OTHER + "\"");
            return new StoredObject(
                    pod.header(), json.getBytes(StandardCharsets.UTF_8), 0, Views.reader(ResourceTypes.PODS));
        }
    }
}
