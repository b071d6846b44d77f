package dev.tenure.model.meta;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An object on its way through the system: header, canonical JSON without `metadata.resourceVersion`,
/// written or to be written, and one typed view that is read at most once and shared by all readers in the
/// process. Immutable and safe to share.
public final class StoredObject {
    /// What is needed of an object without reading its bytes.
    ///
    /// @param uid `metadata.uid`
    /// @param labels `metadata.labels`
    /// @param ownerUids uids of `metadata.ownerReferences`
    /// @param fields values of the fields that selectors and indexes of the kind may ask for, for example
    ///     `spec.nodeName`; `metadata.name` and `metadata.namespace` are not repeated here
    /// @param deleting whether `metadata.deletionTimestamp` is set
    public record Header(
            ObjectKey key,
            String uid,
            Map<String, String> labels,
            List<String> ownerUids,
            Map<String, String> fields,
            boolean deleting) {
        public Header {
            labels = FewTexts.copyOf(labels);
            ownerUids = List.copyOf(ownerUids);
            fields = FewTexts.copyOf(fields);
        }
    }

    private final Header header;
    private final Content content;
    private final long revision;
    private final ViewReader reader;
    /// The view where it was known from the beginning, else a [Lazy] that reads it.
    private final Object view;

    /// An object whose view is read on first use. `json` belongs to the new object and must not be changed
    /// any more.
    public StoredObject(Header header, byte[] json, long revision, ViewReader reader) {
        this(header, Content.of(json), revision, reader);
    }

    /// An object whose view is read on first use.
    public StoredObject(Header header, Content content, long revision, ViewReader reader) {
        this(header, content, revision, reader, new Lazy<>(() -> reader.read(content)));
    }

    private StoredObject(Header header, Content content, long revision, ViewReader reader, Object view) {
        this.header = header;
        this.content = content;
        this.revision = revision;
        this.reader = reader;
        this.view = view;
    }

    public Header header() {
        return header;
    }

    public ObjectKey key() {
        return header.key();
    }

    public String uid() {
        return header.uid();
    }

    /// Canonical JSON without the revision. Shared: never write into it.
    public byte[] json() {
        return content.bytes();
    }

    /// The same, perhaps not written yet.
    public Content content() {
        return content;
    }

    /// The store's revision of the write that made this object; 0 when it is not stored yet.
    public long revision() {
        return revision;
    }

    /// The same object as of another revision; content and view are shared.
    public StoredObject withRevision(long newRevision) {
        return new StoredObject(header, content, newRevision, reader, view);
    }

    /// The same object in the form in which it is best kept for long. Of the form that it has now nothing is
    /// kept: a view that nobody has read yet is read from the new one.
    public StoredObject packed() {
        var kept = new StoredObject(header, content.packed(), revision, reader);
        Optional<?> known = view instanceof Lazy<?> lazy ? lazy.known() : Optional.of(view);
        return known.isPresent() ? kept.withView(known.get()) : kept;
    }

    /// How the view is read from [#content].
    public ViewReader reader() {
        return reader;
    }

    /// The same object with its view, for who wrote the object and knows it already.
    ///
    /// @param known equal to what the reader would read
    public StoredObject withView(Object known) {
        return new StoredObject(header, content, revision, reader, known);
    }

    /// The typed view.
    ///
    /// @throws ClassCastException when the object is of another kind
    public <T> T view(Class<T> type) {
        return type.cast(view instanceof Lazy<?> lazy ? lazy.get() : view);
    }

    @Override
    public String toString() {
        return header.key().path() + "@" + revision;
    }
}
