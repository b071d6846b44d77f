package dev.tenure.plan.trace;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.rest.ConnectionException;
import dev.tenure.model.coordination.Lease;
import dev.tenure.model.core.Node;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.source.LiveCluster;
import dev.tenure.plan.source.WorldKinds;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.runtime.time.Tick;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Follows a cluster through watches and writes what happens into a trace, until it is full, its time is
/// over, or the server no longer answers. It only reads. What it has seen is in the file a second later.
/// Confined to its loop; files are written, and the server is asked, away from it.
public final class TraceRecorder {
    private static final Duration WRITE_EVERY = Duration.ofSeconds(1);
    private static final Duration ALIVE_EVERY = Duration.ofSeconds(10);
    /// More than a disk may be behind by.
    private static final int PENDING_MAX = 2_000_000;
    /// How many entries one part of the file holds at most.
    private static final int AT_ONCE = 2_000;

    /// @param sight what the caller may read
    public record Site(ClusterClient client, EventLoop loop, LiveCluster.Sight sight) {}

    /// What comes after an end.
    public enum Then {
        /// Nothing: the trace is as long as was wanted.
        DONE,
        /// It may go on with another connection.
        AGAIN,
        /// Nothing: more was wanted, or nothing of the cluster stands in the file.
        FAILED
    }

    /// Why it ended.
    ///
    /// @param why in words
    public record Ending(String why, Then then) {}

    /// How far it is.
    ///
    /// @param begun whether all that is there has been seen
    public record Progress(boolean begun, int objects, long changes, long bytes) {}

    private final Site site;
    private final TraceSession session;
    private final RecordedForm form;
    private final Map<ResourceType, Informer> informers = new HashMap<>();
    private final Map<String, Instant> renewed = new HashMap<>();
    private final List<TraceEntry> pending = new ArrayList<>();
    private Optional<Ending> ending = Optional.empty();
    private Optional<Ending> closing = Optional.empty();
    private boolean begun;
    private boolean writing;
    private long changes;
    /// How many of those that wait say how the cluster was at the beginning.
    private int ofBeginning;

    /// @param session the file that is written, which outlives this
    public TraceRecorder(Site site, TraceSession session) {
        this.site = site;
        this.session = session;
        this.form = session.form();
    }

    /// Begins to look. To be called on the loop, once.
    public void start() {
        for (ResourceType type : site.sight().readable()) {
            String namespace = type.equals(ResourceTypes.LEASES) ? WorldKinds.leases() : LiveCluster.namespace(type);
            informers.put(
                    type,
                    new Informer(
                            site.loop(),
                            site.client(),
                            new Informer.Selection(type, namespace, Map.of()),
                            new Follower(type)));
        }
        List.copyOf(informers.values()).forEach(Informer::start);
        site.loop().alarm("alive", now().plus(ALIVE_EVERY), this::askWhetherAlive);
    }

    /// Why it ended, once everything that it saw is written. To be called on the loop.
    public Optional<Ending> ending() {
        return ending;
    }

    /// To be called on the loop.
    public Progress progress() {
        int objects =
                informers.values().stream().mapToInt(each -> each.all().size()).sum();
        return new Progress(begun, objects, changes, session.bytes());
    }

    /// Writes what is left, and ends; it has failed when the cluster was not seen until then. To be called on
    /// the loop.
    public void stop(String why) {
        end(begun || !session.isBare() ? new Ending(why, Then.DONE) : new Ending(TraceSession.NOTHING, Then.FAILED));
    }

    private Tick now() {
        return site.loop().time().now();
    }

    private Instant wall() {
        return site.loop().time().wall();
    }

    /// Follows the objects of one type.
    private final class Follower implements InformerHandler {
        private final ResourceType type;

        private Follower(ResourceType type) {
            this.type = type;
        }

        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            if (type.equals(ResourceTypes.LEASES)) {
                after.view(Lease.class)
                        .renewTime()
                        .ifPresent(at -> renewed.put(after.key().name(), at));
                if (before.isPresent()) {
                    return;
                }
            }
            if (begun && RecordedForm.isRecorded(after.key())) {
                note(before, after);
            }
        }

        private void note(Optional<StoredObject> before, StoredObject after) {
            ObjectNode now = form.of(type, after);
            Optional<ObjectNode> patch = before.flatMap(old -> MergeDifference.of(form.of(type, old), now));
            if (patch.filter(ObjectNode::isEmpty).isPresent()) {
                return;
            }
            if (type.equals(ResourceTypes.NODES)) {
                heard(before, after, now);
            }
            add(patch.<TraceEntry>map(change -> new TraceEntry.Changed(wall(), key(now, after), change))
                    .orElseGet(() -> new TraceEntry.Put(wall(), now)));
        }

        @Override
        public void deleted(StoredObject last) {
            if (type.equals(ResourceTypes.LEASES)) {
                renewed.remove(last.key().name());
            }
            if (begun && RecordedForm.isRecorded(last.key())) {
                add(new TraceEntry.Gone(wall(), key(form.of(type, last), last)));
            }
        }

        @Override
        public void synced() {
            if (!begun && informers.values().stream().allMatch(Informer::hasSynced)) {
                begin();
            }
        }
    }

    private ObjectKey key(ObjectNode recorded, StoredObject object) {
        return new ObjectKey(
                object.key().group(),
                object.key().resource(),
                object.key().namespace().isEmpty()
                        ? ""
                        : recorded.at("/metadata/namespace").asText(),
                recorded.at("/metadata/name").asText());
    }

    /// When a node was heard of last counts once it is out of order.
    private void heard(Optional<StoredObject> before, StoredObject after, ObjectNode recorded) {
        boolean was = before.isPresent() && isReady(before.get());
        Instant at = renewed.get(after.key().name());
        if (was && !isReady(after) && at != null) {
            add(new TraceEntry.Heard(wall(), recorded.at("/metadata/name").asText(), at));
        }
    }

    private static boolean isReady(StoredObject node) {
        return node.view(Node.class).isTrue(Node.READY);
    }

    private void begin() {
        begun = true;
        TraceSession.Start start = session.start(site.sight().gaps(), wall());
        pending.add(start.entry());
        informers.forEach((type, informer) -> informer.all().stream()
                .filter(object -> RecordedForm.isRecorded(object.key()))
                .forEach(object -> {
                    ObjectNode now = form.of(type, object);
                    start.seen(key(now, object), now).ifPresent(pending::add);
                }));
        pending.addAll(start.gone(site.sight().readable()));
        ofBeginning = session.resumes() ? 0 : pending.size();
        write();
    }

    private void add(TraceEntry entry) {
        if (ending.isPresent() || closing.isPresent()) {
            return;
        }
        changes++;
        pending.add(entry);
        if (pending.size() > PENDING_MAX) {
            end(new Ending(
                    "the disk does not keep up: %d changes are not written yet".formatted(pending.size()),
                    Then.FAILED));
        }
    }

    /// Writes what has come, if nothing is being written, and again a second later.
    private void write() {
        if (ending.isPresent() || isOver()) {
            return;
        }
        if (!writing && !pending.isEmpty()) {
            writing = true;
            List<TraceEntry> some = List.copyOf(pending.subList(0, Math.min(AT_ONCE, pending.size())));
            pending.subList(0, some.size()).clear();
            TraceSession.Part part = session.part(some, ofBeginning > 0);
            ofBeginning = Math.max(0, ofBeginning - some.size());
            site.loop().work("write-trace", () -> session.write(part), this::written);
        }
        site.loop().alarm("write", now().plus(WRITE_EVERY), this::write);
    }

    private void written(Outcome<TraceSession.Written> outcome) {
        writing = false;
        switch (outcome) {
            case Outcome.Failed<TraceSession.Written>(var cause) ->
                ended(new Ending(String.valueOf(cause.getMessage()), Then.FAILED));
            case Outcome.Done<TraceSession.Written>(var result) -> {
                switch (result) {
                    case FULL -> ended(new Ending(session.fullWords(), Then.DONE));
                    case ROTATED -> {
                        session.anew();
                        pending.clear();
                        begin();
                    }
                    case DONE -> goOn();
                }
            }
        }
    }

    private void goOn() {
        if (pending.isEmpty()) {
            closing.ifPresent(this::ended);
        } else if (closing.isPresent() || ofBeginning > 0 || pending.size() >= AT_ONCE) {
            write();
        }
    }

    private void end(Ending why) {
        if (closing.isPresent() || ending.isPresent()) {
            return;
        }
        closing = Optional.of(why);
        if (!begun) {
            ended(why);
            return;
        }
        if (why.then() != Then.AGAIN) {
            pending.add(new TraceEntry.Ended(wall(), why.why()));
        }
        if (!writing && pending.isEmpty()) {
            ended(why);
        } else {
            write();
        }
    }

    private void ended(Ending why) {
        ending = Optional.of(why);
        List.copyOf(informers.values()).forEach(Informer::stop);
    }

    /// Ends the recording when its time is over.
    private boolean isOver() {
        Optional<String> over = closing.isPresent() ? Optional.empty() : session.overdue(wall());
        over.ifPresent(why -> end(new Ending(why, Then.DONE)));
        return over.isPresent();
    }

    private void askWhetherAlive() {
        if (ending.isPresent() || closing.isPresent()) {
            return;
        }
        if (isOver()) {
            return;
        }
        site.loop()
                .work(
                        "ask-whether-alive",
                        () -> site.client().get(ResourceTypes.NAMESPACES, "", "kube-system"),
                        this::alive);
    }

    private void alive(Outcome<ApiReply> outcome) {
        switch (outcome) {
            case Outcome.Failed<ApiReply>(ConnectionException cause) ->
                end(new Ending(String.valueOf(cause.getMessage()), Then.AGAIN));
            case Outcome.Failed<ApiReply>(var cause) -> end(new Ending(String.valueOf(cause), Then.AGAIN));
            case Outcome.Done<ApiReply>(ApiReply.Failure(var status, var _))
            when status.isUnauthorized() ->
                end(new Ending("the server no longer accepts the credentials: " + status.message(), Then.AGAIN));
            case Outcome.Done<ApiReply> _ -> {
                if (begun && pending.isEmpty()) {
                    pending.add(new TraceEntry.Alive(wall()));
                    write();
                }
                site.loop().alarm("alive", now().plus(ALIVE_EVERY), this::askWhetherAlive);
            }
        }
    }
}
