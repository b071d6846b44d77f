package dev.tenure.cli.taints;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.io.Mailbox;
import dev.tenure.runtime.loop.EventLoop;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Follows nodes on a loop and hands out what becomes of their taints. It only reads. To be asked by one
/// thread.
public final class TaintWatch implements AutoCloseable {
    private static final int NOTICES_MAX = 10_000;
    private static final Duration AGAIN_WITHIN = Duration.ofSeconds(2);

    /// Which nodes and which of their taints are followed.
    ///
    /// @param query what the server is asked for
    /// @param names of the nodes; empty for all that the server answers with
    public record Subject(Map<String, String> query, Set<String> names, Predicate<Taint> taints) {
        public Subject {
            query = Map.copyOf(query);
            names = Set.copyOf(names);
        }

        /// Whether a node is one of them.
        public boolean means(StoredObject node) {
            return names.isEmpty() || names.contains(node.key().name());
        }
    }

    /// What there is to tell.
    public sealed interface Notice {
        record Changed(TaintChange change) implements Notice {}

        /// The server is not followed at present; what happens until it is again is told as one change.
        record Lost(String why) implements Notice {}

        record Regained() implements Notice {}
    }

    private final EventLoop loop;
    private final Mailbox<Notice> notices = new Mailbox<>(NOTICES_MAX);

    /// Begins to follow.
    ///
    /// @param loop on which that happens
    /// @param known the nodes as they have been told already
    public TaintWatch(EventLoop loop, ClusterClient client, Subject subject, List<StoredObject> known) {
        this.loop = loop;
        var changes = new TaintChanges(subject.taints());
        known.forEach(changes::begin);
        var selection = new Informer.Selection(ResourceTypes.NODES, "", subject.query());
        loop.post(
                "start",
                () -> new Informer(loop, client, selection, new Follower(changes, subject), AGAIN_WITHIN).start());
    }

    /// At most so many, without waiting.
    public List<Notice> take(int max) {
        return notices.take(max);
    }

    /// Drops what nobody took; the loop is to be ended by who made it.
    @Override
    public void close() {
        notices.close();
    }

    /// Hears of nodes, on the loop.
    private final class Follower implements InformerHandler {
        private final TaintChanges changes;
        private final Subject subject;
        /// Nodes that have been told and that the list has not shown yet.
        private final Set<String> awaited;
        private boolean lost;

        private Follower(TaintChanges changes, Subject subject) {
            this.changes = changes;
            this.subject = subject;
            this.awaited = changes.names();
        }

        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            awaited.remove(after.key().name());
            if (subject.means(after)) {
                tell(changes.changed(after, loop.time().wall()));
            }
        }

        @Override
        public void deleted(StoredObject last) {
            if (subject.means(last)) {
                tell(changes.gone(last.key().name(), loop.time().wall()));
            }
        }

        /// Those that went before the list was there.
        @Override
        public void synced() {
            awaited.forEach(name -> tell(changes.gone(name, loop.time().wall())));
            awaited.clear();
        }

        private void tell(List<TaintChange> found) {
            found.forEach(change -> notices.put(new Notice.Changed(change)));
        }

        @Override
        public void failed(Exception why) {
            if (!lost) {
                lost = true;
                notices.put(new Notice.Lost(String.valueOf(why.getMessage())));
            }
        }

        @Override
        public void followed() {
            if (lost) {
                lost = false;
                notices.put(new Notice.Regained());
            }
        }
    }
}
