package dev.tenure.plan.trace;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.plan.export.Pseudonym;
import dev.tenure.plan.export.Redaction;
import dev.tenure.plan.source.Gap;
import dev.tenure.sim.world.StoredForms;
import dev.tenure.wire.json.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The file of a trace while it is written, through any number of connections to its cluster. The recorder's
/// loop asks what to write, and writes away from it, one part at a time.
public final class TraceSession implements AutoCloseable {
    /// Said where the end came too early.
    public static final String NOTHING = "interrupted before the cluster was seen: there is no trace";

    /// What the last line takes at most.
    private static final int END_BYTES = 512;

    /// How far a trace goes.
    ///
    /// @param bytesMax of one file
    /// @param olderFiles how many full files are kept beside the one that is written; 0: it ends when it is
    ///     full
    /// @param span how long it goes at most, from the first time that this process looks
    public record Bounds(long bytesMax, int olderFiles, Optional<Duration> span) {}

    /// What became of a part.
    enum Written {
        DONE,
        /// The file has reached its size; nothing more is written.
        FULL,
        /// A new file has begun, which holds nothing yet; the part was not written.
        ROTATED
    }

    /// Entries that are written together, and the pseudonyms that they are the first to use.
    ///
    /// @param beginning whether they say how the cluster was when the file began
    record Part(List<TraceEntry> entries, List<Pseudonym> words, boolean beginning) {}

    private final Path file;
    private final Bounds bounds;
    private final Optional<PseudonymFile> words;
    private final RecordedForm form;
    private final List<Pseudonym> newWords = new ArrayList<>();
    private final TraceWriter writer;
    private Map<ObjectKey, ObjectNode> before;
    private boolean resumes;
    private Optional<Instant> begun = Optional.empty();

    private TraceSession(Path file, Bounds bounds, TraceHead head, TraceWriter writer, List<Pseudonym> known) {
        this.file = file;
        this.bounds = bounds;
        this.writer = writer;
        this.before = new HashMap<>();
        this.words = head.redacted() ? Optional.of(PseudonymFile.beside(file)) : Optional.empty();
        this.form = new RecordedForm(words.map(_ -> Redaction.with(known, newWords::add)));
    }

    /// Begins a new trace.
    ///
    /// @throws TraceException when the file is there already or cannot be written
    public static TraceSession create(Path file, Bounds bounds, TraceHead head) {
        TraceWriter writer = TraceWriter.create(file, head);
        var session = new TraceSession(file, bounds, head, writer, List.of());
        session.words.ifPresent(each -> each.write(List.of()));
        return session;
    }

    /// Goes on with a trace.
    ///
    /// @param head what the command line says of it
    /// @throws TraceException when it is no trace, of another cluster or form, or cannot be written
    public static TraceSession resume(Path file, Bounds bounds, TraceHead head) {
        var state = new TraceState(new StoredForms());
        TraceLines.Read read = TraceLines.read(file, state::apply);
        if (!read.head().cluster().equals(head.cluster())) {
            throw new TraceException("trace %s is of another cluster (%s): give that one, or another file"
                    .formatted(file, read.head().origin()));
        }
        if (read.head().redacted() != head.redacted()) {
            throw new TraceException("trace %s is %s: go on with it in the same way, or give another file"
                    .formatted(file, read.head().redacted() ? "under pseudonyms (--redact)" : "not under pseudonyms"));
        }
        List<Pseudonym> known = head.redacted() ? PseudonymFile.beside(file).read() : List.of();
        TraceWriter writer = TraceWriter.resume(file, read.head(), read.wholeBytes());
        var session = new TraceSession(file, bounds, read.head(), writer, known);
        session.words.ifPresent(each -> each.write(known));
        session.before = new HashMap<>(state.objects());
        session.resumes = true;
        return session;
    }

    /// Whether a file is there with which [#resume] can go on.
    public static boolean isThere(Path file) {
        return Files.exists(file);
    }

    /// The connection was lost, and there is another one.
    ///
    /// @throws TraceException when the file cannot be read again
    public void again() {
        var state = new TraceState(new StoredForms());
        TraceLines.read(file, state::apply);
        before = new HashMap<>(state.objects());
        resumes = true;
    }

    RecordedForm form() {
        return form;
    }

    /// What is written when somebody begins to look.
    final class Start {
        private final TraceEntry entry;
        private final Instant at;

        private Start(TraceEntry entry, Instant at) {
            this.entry = entry;
            this.at = at;
        }

        TraceEntry entry() {
            return entry;
        }

        /// @return what has to be written of an object that is there; empty when it is as the trace has it
        Optional<TraceEntry> seen(ObjectKey key, ObjectNode now) {
            ObjectNode known = before.remove(key);
            if (known == null) {
                return Optional.of(new TraceEntry.Put(at, now));
            }
            if (known.equals(now)) {
                return Optional.empty();
            }
            return Optional.of(MergeDifference.of(known, now)
                    .<TraceEntry>map(patch -> new TraceEntry.Changed(at, key, patch))
                    .orElseGet(() -> new TraceEntry.Put(at, now)));
        }

        /// What the trace has and the cluster has no longer; asked last.
        List<TraceEntry> gone(List<ResourceType> readable) {
            List<TraceEntry> gone = before.keySet().stream()
                    .filter(key -> readable.stream()
                            .anyMatch(type -> type.resource().equals(key.resource())
                                    && type.group().equals(key.group())))
                    .sorted()
                    .<TraceEntry>map(key -> new TraceEntry.Gone(at, key))
                    .toList();
            before = new HashMap<>();
            return gone;
        }
    }

    Start start(List<Gap> gaps, Instant now) {
        if (begun.isEmpty()) {
            begun = Optional.of(now);
        }
        return new Start(new TraceEntry.Begun(now, resumes, gaps), now);
    }

    /// Whether its time is over.
    ///
    /// @return why it ends
    Optional<String> overdue(Instant now) {
        return bounds.span()
                .filter(span -> begun.filter(at -> !at.plus(span).isAfter(now)).isPresent())
                .map(span -> "the time is over");
    }

    String fullWords() {
        return "%s is full: it has the size that --max-size allows".formatted(file.getFileName());
    }

    /// A part to be written; to be called on the loop.
    Part part(List<TraceEntry> entries, boolean beginning) {
        var part = new Part(entries, List.copyOf(newWords), beginning);
        newWords.clear();
        return part;
    }

    /// Writes a part, away from the loop.
    Written write(Part part) {
        byte[] member = TraceWriter.packed(part.entries());
        if (!part.words().isEmpty()) {
            words.ifPresent(each -> each.append(part.words()));
        }
        if (writer.bytes() + member.length + END_BYTES <= bounds.bytesMax()) {
            writer.append(member);
            return Written.DONE;
        }
        if (bounds.olderFiles() == 0 || part.beginning()) {
            writer.append(TraceWriter.packed(
                    List.of(new TraceEntry.Ended(part.entries().getFirst().at(), fullWords()))));
            return Written.FULL;
        }
        writer.rotate(bounds.olderFiles());
        return Written.ROTATED;
    }

    /// The file was begun anew, so the whole cluster is to be written into it. To be called on the loop.
    void anew() {
        before = new HashMap<>();
        resumes = false;
    }

    /// Whether it goes on with what stands in the file.
    boolean resumes() {
        return resumes;
    }

    /// The size of the file.
    long bytes() {
        return writer.bytes();
    }

    /// Whether nothing of a cluster stands in the file.
    public boolean isBare() {
        return writer.isBare();
    }

    /// A file in which nothing of a cluster stands is removed: it would only be in the way of the next one.
    @Override
    public void close() {
        writer.close();
        if (writer.isBare()) {
            writer.remove();
            words.ifPresent(PseudonymFile::remove);
        }
    }
}
