package dev.tenure.kinds.upkeep;

import dev.tenure.apiserver.handler.Handlers;
import dev.tenure.apiserver.handler.ObjectTrees;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.limit.TokenBucket;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.loop.Supervisor;
import dev.tenure.runtime.time.Tick;
import dev.tenure.store.Store;
import dev.tenure.store.Store.LogCursor;
import dev.tenure.store.Store.Range;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.store.StoreUnavailableException;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.patch.PatchException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Writes what objects lack that a server looks after: when they or what they follow from have changed, and
/// in rounds. State is confined to its loop.
public final class UpkeepLoop {
    private static final int BATCH = 1_000;
    /// Looks at all of them, of which a few may follow one another at once: who makes a thousand objects has
    /// them looked at together, who makes one after another sees what follows from each without waiting.
    private static final double LOOKS_PER_SECOND = 4;

    private static final int LOOKS_AT_ONCE = 10;
    /// Where nothing can be written, because a policy or a webhook refuses it for example, the pause begins
    /// with twice this and doubles.
    private static final Duration PAUSE = Duration.ofMillis(250);

    private static final Duration PAUSE_MAX = Duration.ofMinutes(1);

    private final Upkeep upkeep;
    private final Store store;
    private final Published<KindTable> kinds;
    private final Handlers handlers;
    /// Runs its present life.
    private EventLoop loop;

    private boolean busy;
    private Duration pause = PAUSE;
    private final TokenBucket looks;
    /// Before which nothing is looked at.
    private Tick next;
    /// When the next round begins.
    private Tick round;

    /// @param kinds that are served
    /// @param handlers carry out what this loop writes, as they do for everybody
    public UpkeepLoop(Upkeep upkeep, Store store, EventLoop loop, Published<KindTable> kinds, Handlers handlers) {
        this.upkeep = upkeep;
        this.store = store;
        this.kinds = kinds;
        this.handlers = handlers;
        this.loop = loop;
        this.next = loop.time().now();
        this.round = next;
        this.looks = TokenBucket.full(LOOKS_PER_SECOND, LOOKS_AT_ONCE, next);
    }

    /// Begins to follow.
    public void start() {
        new Supervisor(upkeep.name(), loop, life -> () -> follow(life)).start();
    }

    private void follow(EventLoop life) {
        loop = life;
        busy = false;
        round = loop.time().now();
        long revision = store.revision();
        for (ResourceId followed : upkeep.followed()) {
            LogCursor cursor = store.watch(followed, "", revision);
            loop.supervision().atEnd(cursor::close);
            await(cursor);
        }
        settle();
    }

    private void await(LogCursor cursor) {
        cursor.onReady(() -> loop.post(upkeep.name() + "-changed", () -> changed(cursor)));
    }

    private void changed(LogCursor cursor) {
        while (!cursor.poll(BATCH).isEmpty()) {
            // only that something has changed counts
        }
        await(cursor);
        Tick now = loop.time().now();
        settleAt(next.isAfter(now) ? next : now);
    }

    /// At most one look lies ahead; a new one takes the place of that of the next round, which comes with it.
    private void settleAt(Tick at) {
        loop.alarm(upkeep.name(), at, this::settle);
    }

    /// Does what is left to do, one piece of work at a time; after each it looks again.
    private void settle() {
        if (busy) {
            return;
        }
        Tick now = loop.time().now();
        if (!looks.tryTake(now)) {
            looks.nextToken(now).ifPresent(this::settleAt);
            return;
        }
        next = now;
        Optional<Duration> period = upkeep.period().filter(_ -> !round.isAfter(now));
        round = period.map(now::plus).orElse(round);
        List<ApiRequest> writes =
                upkeep.writes(new Upkeep.Look(this::read, loop.time().wall(), period.isPresent()));
        if (writes.isEmpty()) {
            pause = PAUSE;
            upkeep.period().ifPresent(_ -> settleAt(round));
            return;
        }
        busy = true;
        loop.work("settle-" + upkeep.name(), () -> work(writes), outcome -> {
            busy = false;
            int written = 0;
            if (outcome instanceof Outcome.Done<Written>(var done)) {
                written = done.count();
                done.failed().forEach((object, e) -> loop.supervision().setAside(object, e));
            }
            pause = written > 0 ? PAUSE : longer(pause);
            next = written > 0 ? loop.time().now() : loop.time().now().plus(pause);
            settleAt(next);
        });
    }

    private static Duration longer(Duration pause) {
        Duration twice = pause.multipliedBy(2);
        return twice.compareTo(PAUSE_MAX) < 0 ? twice : PAUSE_MAX;
    }

    /// What came of a look.
    ///
    /// @param count how much was written
    /// @param failed what nobody refused and could not be written all the same, and why
    private record Written(int count, Map<String, RuntimeException> failed) {}

    private Written work(List<ApiRequest> writes) {
        int count = 0;
        Map<String, RuntimeException> failed = new LinkedHashMap<>();
        for (ApiRequest write : writes) {
            Target target = write.target();
            try {
                handlers.call(
                        kinds.get()
                                .find(target.group(), target.version(), target.resource())
                                .orElseThrow(),
                        write,
                        new ArrayList<>());
                count++;
            } catch (RefusedException | PatchException | StoreUnavailableException _) {
                // it was changed meanwhile, or cannot be now: a later look sees it as it is then
            } catch (RuntimeException e) {
                failed.put(target.resource() + " " + target.name(), e);
            }
        }
        return new Written(count, failed);
    }

    /// All but those that cannot be read any more.
    private List<ObjectNode> read(ResourceId resource) {
        List<ObjectNode> objects = new ArrayList<>();
        for (StoredObject object : store.list(Range.all(resource, "")).items()) {
            if (!(object.content() instanceof Content.Unreadable)) {
                objects.add(ObjectTrees.tree(object));
            }
        }
        return objects;
    }
}
