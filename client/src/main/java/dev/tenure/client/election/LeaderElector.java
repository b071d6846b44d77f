package dev.tenure.client.election;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.model.coordination.Lease;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.runtime.time.Tick;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Stands for election until it leads, then renews its lease until it cannot any more. Every method runs on
/// its loop.
///
/// Safe against clocks that disagree: a lease has run out when it has not changed for its duration here,
/// whatever times are written in it. A leader steps down when it has not renewed for the renew deadline,
/// which is shorter than the lease; so two lead at once only if a process stands still for longer than the
/// difference between the two.
///
/// Its tries may be made to begin anew after a fault ([#stand]). Who leads goes on leading meanwhile, but no
/// longer than the last renewal allows: that deadline stands on the loop itself, where no fault of a try can
/// take it away. Upstream: client-go/tools/leaderelection/leaderelection.go.
public final class LeaderElector {
    private static final System.Logger LOG = System.getLogger(LeaderElector.class.getPackageName());

    /// Who follows looks twice as often as a leader renews, and spreads its looks over a fifth of that pause.
    /// Upstream looks as often as a leader renews, spread over 1.2 of it. As a lease runs out for a candidate
    /// its duration after it has seen the last change, that would be three more seconds without a leader.
    private static final int LOOKS_PER_RENEWAL = 2;

    private static final double JITTER = 0.2;

    private final EventLoop loop;
    private final ElectionConfiguration configuration;
    private final LeaseCalls calls;
    private final EventRecorder events;
    private final Candidate candidate;
    private final RandomGenerator random;
    /// Runs the tries: the loop, or the present life of what stands on it.
    private EventLoop life;

    private final String tryAlarm;
    private final String deadlineAlarm;
    private @Nullable StoredObject seen;
    private Tick seenAt = new Tick(0);
    private String leader = "";
    private State state = State.FOLLOWING;

    private enum State {
        FOLLOWING,
        LEADING,
        ENDED
    }

    /// @param random spreads the tries of candidates that follow
    public LeaderElector(
            EventLoop loop,
            ClusterClient client,
            ElectionConfiguration configuration,
            Candidate candidate,
            RandomGenerator random) {
        this.loop = loop;
        this.life = loop;
        this.configuration = configuration;
        this.calls = new LeaseCalls(client, configuration);
        this.events = new EventRecorder(loop, client, configuration.name());
        this.candidate = candidate;
        this.random = random;
        this.tryAlarm = "elect-" + configuration.name();
        this.deadlineAlarm = "deadline-" + configuration.name();
    }

    /// Begins to stand; to be called once.
    public void start() {
        attempt();
    }

    /// Begins to stand, or goes on as whatever it is after a fault.
    ///
    /// @param supervised runs the tries from now on; of those before none is heard any more
    public void stand(EventLoop supervised) {
        life = supervised;
        attempt();
    }

    public boolean leading() {
        return state == State.LEADING;
    }

    /// Stops standing or leading for good, and hands the lease to whoever comes first. The candidate is not
    /// notified.
    public void release() {
        loop.work("release-lease", resign(), _ -> {});
    }

    /// Stops standing or leading for good, as [#release], but leaves the call to the caller: a process that
    /// ends makes it on its own thread and waits for it.
    ///
    /// @return blocks while it hands the lease over; false when there was nothing to hand over or it failed
    public Callable<Boolean> resign() {
        boolean led = state == State.LEADING;
        end();
        StoredObject held = seen;
        return led && held != null ? () -> calls.release(held, loop.time().wall()) : () -> false;
    }

    private void end() {
        state = State.ENDED;
        loop.cancel(tryAlarm);
        loop.cancel(deadlineAlarm);
    }

    /// A leader that has seen another hold its lease looks again instead of writing over it, until its
    /// deadline.
    private void attempt() {
        StoredObject known = seen;
        if (state == State.LEADING && known != null && isOurs(known)) {
            Instant now = loop.time().wall();
            write(() -> calls.renew(known, now), true);
        } else if (state != State.ENDED) {
            read();
        }
    }

    private boolean isOurs(StoredObject lease) {
        return lease.view(Lease.class).holderIdentity().equals(configuration.identity());
    }

    private void read() {
        life.work("lease-read", calls::read, this::wasRead);
    }

    private void wasRead(Outcome<LeaseCalls.Read> outcome) {
        if (state == State.ENDED) {
            return;
        }
        Instant now = loop.time().wall();
        switch (outcome) {
            case Outcome.Failed<LeaseCalls.Read>(var cause) -> failed(String.valueOf(cause.getMessage()));
            case Outcome.Done<LeaseCalls.Read>(LeaseCalls.Read.Failed(String why)) -> failed(why);
            case Outcome.Done<LeaseCalls.Read>(LeaseCalls.Read.Absent _) -> write(() -> calls.create(now), false);
            case Outcome.Done<LeaseCalls.Read>(LeaseCalls.Read.Found(StoredObject lease)) -> {
                observe(lease);
                Lease view = lease.view(Lease.class);
                switch (LeaseClaim.decide(
                        view, configuration.identity(), seenAt, loop.time().now())) {
                    case LeaseClaim.Verdict.Held _ -> again();
                    case LeaseClaim.Verdict.Renew _ -> write(() -> calls.renew(lease, now), false);
                    case LeaseClaim.Verdict.Take _ -> write(() -> calls.take(lease, now), false);
                }
            }
        }
    }

    private void failed(String why) {
        LOG.log(System.Logger.Level.DEBUG, "cannot read lease {0}: {1}", configuration.name(), why);
        again();
    }

    /// @param readOnFailure whether the lease may stand otherwise than it was seen
    private void write(Callable<Optional<StoredObject>> call, boolean readOnFailure) {
        Tick since = loop.time().now();
        life.work("lease-write", call, outcome -> written(outcome, since, readOnFailure));
    }

    private void written(Outcome<Optional<StoredObject>> outcome, Tick since, boolean readOnFailure) {
        if (state == State.ENDED) {
            return;
        }
        Optional<StoredObject> lease =
                outcome instanceof Outcome.Done<Optional<StoredObject>>(var done) ? done : Optional.empty();
        if (lease.isPresent()) {
            holds(lease.get(), since);
        } else if (readOnFailure) {
            read();
        } else {
            again();
        }
    }

    /// @param since when the write that gave us the lease was sent
    private void holds(StoredObject lease, Tick since) {
        observe(lease);
        loop.alarm(deadlineAlarm, since.plus(configuration.renewDeadline()), this::stepDown);
        boolean elected = state == State.FOLLOWING;
        state = State.LEADING;
        again();
        if (elected) {
            begin();
            events.record(
                    new InvolvedObject(
                            ResourceTypes.LEASES.apiVersion(),
                            ResourceTypes.LEASES.kind(),
                            configuration.namespace(),
                            configuration.name(),
                            lease.uid(),
                            lease.revision(),
                            ""),
                    EventRecorder.Type.Normal,
                    "LeaderElection",
                    configuration.identity() + " became leader");
        }
    }

    /// A candidate that cannot begin does not lead.
    private void begin() {
        try {
            candidate.elected();
        } catch (RuntimeException | Error e) {
            stepDown();
            throw e;
        }
    }

    private void stepDown() {
        end();
        candidate.lost();
    }

    private void again() {
        Duration pause = configuration.retryPeriod();
        if (state == State.FOLLOWING) {
            pause = pause.dividedBy(LOOKS_PER_RENEWAL);
            pause = pause.plusNanos((long) (pause.toNanos() * JITTER * random.nextDouble()));
        }
        Tick next = loop.time().now().plus(pause);
        life.alarm(tryAlarm, state == State.FOLLOWING ? soonerOf(next) : next, this::attempt);
    }

    /// Who follows looks the moment at which the lease runs out, if that comes before its next try.
    private Tick soonerOf(Tick next) {
        StoredObject known = seen;
        if (known == null) {
            return next;
        }
        Tick out = seenAt.plus(Duration.ofSeconds(known.view(Lease.class).durationSeconds()))
                .plus(Duration.ofMillis(1));
        return out.isAfter(loop.time().now()) && next.isAfter(out) ? out : next;
    }

    private void observe(StoredObject lease) {
        Lease view = lease.view(Lease.class);
        if (seen == null || !sameTerms(seen.view(Lease.class), view)) {
            seenAt = loop.time().now();
        }
        seen = lease;
        if (!view.holderIdentity().isEmpty() && !view.holderIdentity().equals(leader)) {
            leader = view.holderIdentity();
            candidate.leaderSeen(leader);
        }
    }

    private static boolean sameTerms(Lease one, Lease other) {
        return one.holderIdentity().equals(other.holderIdentity())
                && one.renewTime().equals(other.renewTime())
                && one.acquireTime().equals(other.acquireTime())
                && one.durationSeconds() == other.durationSeconds()
                && one.transitions() == other.transitions();
    }
}
