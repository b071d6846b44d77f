package dev.tenure.store;

import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.runtime.loop.Supervisor;
import dev.tenure.runtime.time.Tick;
import java.time.Duration;
import java.util.ArrayDeque;

/// Forgets history by age: notes the newest revision every now and then, and compacts to a note once it is
/// old. Its state is confined to its loop. Upstream: apiserver/pkg/storage/etcd3/compact.go.
public final class CompactionLoop {
    public static final Duration HISTORY_AGE = Duration.ofMinutes(5);

    /// How many notes are taken while one gets old; history lives this fraction longer than asked for.
    private static final int NOTES_PER_AGE = 10;

    private static final String ALARM = "compaction";

    private record Note(Tick at, long revision) {}

    private final Store store;
    /// Runs its present life.
    private EventLoop loop;
    private final Duration age;
    private final ArrayDeque<Note> notes = new ArrayDeque<>();

    /// @param age how long history is kept, at least a millisecond
    public CompactionLoop(Store store, EventLoop loop, Duration age) {
        if (age.toMillis() < 1) {
            throw new IllegalArgumentException(
                    "history must be kept for a millisecond at least, not %s".formatted(age));
        }
        this.store = store;
        this.loop = loop;
        this.age = age;
    }

    /// Begins, and begins anew after a fault.
    public void start() {
        new Supervisor(ALARM, loop, life -> () -> live(life)).start();
    }

    private void live(EventLoop life) {
        loop = life;
        notes.clear();
        wake();
    }

    private void wake() {
        Tick now = loop.time().now();
        notes.add(new Note(now, store.revision()));
        long revision = 0;
        while (!notes.isEmpty() && now.since(notes.getFirst().at()).compareTo(age) >= 0) {
            revision = notes.removeFirst().revision();
        }
        if (revision > store.compactedRevision()) {
            forget(revision);
        }
        loop.alarm(ALARM, now.plus(age.dividedBy(NOTES_PER_AGE)), this::wake);
    }

    private void forget(long revision) {
        loop.work(
                ALARM,
                () -> {
                    store.compact(revision);
                    return revision;
                },
                outcome -> {
                    if (outcome instanceof Outcome.Failed<Long>(Exception cause)) {
                        throw new IllegalStateException("history before revision %d stays".formatted(revision), cause);
                    }
                });
    }
}
