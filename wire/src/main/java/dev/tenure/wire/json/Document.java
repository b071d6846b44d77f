package dev.tenure.wire.json;

import dev.tenure.model.meta.Content;
import dev.tenure.wire.json.Part.Members;
import dev.tenure.wire.json.Part.Text;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;

/// One API object as JSON: an immutable tree, the only form in which objects are stored and handed on, so
/// that fields nobody here knows are never dropped. Safe for use by any number of threads.
///
/// A document consists of parts ([Part]), each a text that nobody has read or what it consists of. To change
/// it, open a tree of your own, change that, and make a document of it: the two share every part that was
/// left alone, text included. Reading a field reads the texts on the way to it. Only the encoder
/// ([TreeWriter]) writes the punctuation of objects, so what a document says always is JSON.
public final class Document implements Content {
    /// What a document is taken to be as long as nobody has written it.
    private static final int SIZE_USUAL = 3_000;

    private static final String REVISION = "resourceVersion";

    private final Part root;

    private Document(Part root) {
        this.root = root;
    }

    /// What a tree says now; the tree may be changed afterwards.
    ///
    /// @throws IllegalArgumentException when there is anything in it that JSON cannot say
    public static Document of(ObjectNode tree) {
        return new Document(WorkingTree.part(tree));
    }

    /// An object of which the parts are known.
    static Document of(Part.Members root) {
        return new Document(root);
    }

    /// As [#of], of a tree that was made from another document: equal parts are shared with that one.
    public static Document of(ObjectNode tree, Document before) {
        return new Document(WorkingTree.part(tree, before.root));
    }

    /// The bytes of a JSON object, which are read when that is needed. They belong to the document and must
    /// not be changed any more.
    public static Document written(byte[] json) {
        return new Document(new Text(json));
    }

    /// The bytes of a stored object, divided as it is kept, see [#packed]. Bytes that are no JSON stay as
    /// they are: whoever reads them gets the error.
    public static Document stored(byte[] json) {
        var text = new Text(json);
        try {
            return new Document(json.length == 0 ? text : Grain.OBJECT.packed(text));
        } catch (JsonSyntaxException _) {
            return new Document(text);
        }
    }

    /// What a body or an object says.
    public static Document of(Content content) {
        return content instanceof Document document ? document : written(content.bytes());
    }

    /// Reads a JSON object. Integers stay integers of 64 bits; nesting and number length are bounded.
    ///
    /// @throws JsonSyntaxException when the bytes are no JSON object
    public static Document parse(byte[] json) {
        if (PartReader.read(json) instanceof Members members) {
            return new Document(members);
        }
        throw new JsonSyntaxException("expected a JSON object");
    }

    /// A tree of one's own, to be read and changed. It is read no further than somebody looks.
    ///
    /// @throws JsonSyntaxException when it was given bytes that are no JSON object
    public ObjectNode tree() {
        return WorkingTree.read(root);
    }

    /// A tree of one's own, as [#tree], with the revision among the metadata, where [TreeWriter#stored]
    /// writes it.
    ///
    /// @param revision 0 for none
    /// @throws JsonSyntaxException when it was given bytes that are no JSON object
    public ObjectNode tree(long revision) {
        return WorkingTree.read(parts(revision));
    }

    /// What it consists of, with the revision among the metadata, where [TreeWriter#stored] writes it.
    /// Metadata that names one keeps it.
    ///
    /// @param revision 0 for none
    /// @throws JsonSyntaxException when it was given bytes that are no JSON object
    public Part parts(long revision) {
        if (revision <= 0 || !(resolved() instanceof Members members)) {
            return root;
        }
        int at = members.shape().place(TreeWriter.METADATA);
        if (at < 0 || !(members.part(at).resolved() instanceof Members metadata)) {
            return members;
        }
        Part[] parts = members.copyOfParts();
        parts[at] = revised(metadata, Long.toString(revision));
        return members.with(parts);
    }

    private static Members revised(Members metadata, String revision) {
        if (metadata.part(REVISION) != null) {
            return metadata;
        }
        int place = 0;
        while (place < metadata.size()
                && TreeWriter.BEFORE_REVISION.contains(metadata.shape().name(place))) {
            place++;
        }
        String[] names = new String[metadata.size() + 1];
        Part[] parts = new Part[names.length];
        for (int i = 0; i < names.length; i++) {
            int from = i < place ? i : i - 1;
            names[i] = i == place ? REVISION : metadata.shape().name(from);
            parts[i] = i == place ? TextNode.valueOf(revision) : metadata.part(from);
        }
        return new Members(Shape.of(names), parts);
    }

    /// A changed copy; this document stays as it is.
    public Document edit(Consumer<ObjectNode> change) {
        ObjectNode tree = tree();
        change.accept(tree);
        return of(tree, this);
    }

    /// The same, with its parts as texts that other documents share where they are equal: for who keeps it
    /// for long, or writes it anyway.
    @Override
    public Document packed() {
        if (root instanceof Text text) {
            return stored(text.json());
        }
        Part packed = Grain.OBJECT.packed(root);
        return packed.equals(root) ? this : new Document(packed);
    }

    /// All of it as one text, which may be a known one.
    public Part packedText() {
        return Grain.TEXT.packed(root);
    }

    /// Whether two documents say the same, whatever the order of the members of their objects.
    public boolean isEquivalentTo(Document other) {
        return root.equals(other.root) || tree().equals(other.tree());
    }

    /// Whether both say the very same of a top-level member, and share it. When they do not, they may still
    /// say the same.
    public boolean shares(Document other, String member) {
        return shares(resolved(), other.resolved(), member);
    }

    /// The same of a member of an object at a top-level member.
    public boolean shares(Document other, String member, String inner) {
        return resolved() instanceof Members mine
                && other.resolved() instanceof Members theirs
                && mine.part(member) instanceof Members left
                && theirs.part(member) instanceof Members right
                && shares(left, right, inner);
    }

    private static boolean shares(Part one, Part other, String member) {
        if (!(one instanceof Members left) || !(other instanceof Members right)) {
            return false;
        }
        Part mine = left.part(member);
        return mine != null && mine.equals(right.part(member));
    }

    /// Whether a tree is the one that stands at a top-level member, opened from there and untouched.
    public boolean holds(String member, JsonNode tree) {
        Part untouched = WorkingTree.untouched(tree);
        return untouched != null && resolved() instanceof Members members && untouched.equals(members.part(member));
    }

    /// Whether an object at a top-level member has this one member more than before, and shares all others.
    public boolean sharesAllBut(Document before, String member, String added) {
        if (!(resolved() instanceof Members mine && before.resolved() instanceof Members theirs)) {
            return false;
        }
        if (!(mine.part(member) instanceof Members next && theirs.part(member) instanceof Members old)) {
            return false;
        }
        boolean one = next.size() == old.size() + 1 && next.part(added) != null && old.part(added) == null;
        for (int i = 0; one && i < old.size(); i++) {
            one = shares(next, old, old.shape().name(i));
        }
        return one;
    }

    /// Whether an object at a top-level member has the same members as another one's, and shares all of them
    /// but one.
    public boolean sharesOthers(Document other, String member, String but) {
        if (!(resolved() instanceof Members mine && other.resolved() instanceof Members theirs)) {
            return false;
        }
        if (!(mine.part(member) instanceof Members one && theirs.part(member) instanceof Members two)
                || !one.shape().equals(two.shape())) {
            return false;
        }
        for (int i = 0; i < one.size(); i++) {
            if (!one.part(i).equals(two.part(i)) && !one.shape().name(i).equals(but)) {
                return false;
            }
        }
        return true;
    }

    /// What it consists of.
    Part resolved() {
        return PartReader.resolved(root);
    }

    /// JSON bytes with the members in the order in which they stand. Shared: never write into them.
    @Override
    public byte[] bytes() {
        return root instanceof Text text ? text.json() : TreeWriter.write(root);
    }

    @Override
    public int size() {
        int length = root.length();
        return length < 0 ? SIZE_USUAL : length;
    }

    /// Told from the parts, so that they need not be written for that.
    @Override
    public boolean isObject() {
        return root instanceof Text text
                ? Content.of(text.json()).isObject()
                : root.isObject() && PartReader.canRead(root, 0);
    }

    @Override
    public boolean isEmpty() {
        return root instanceof Text text && text.json().length == 0;
    }

    /// The value at a path of field names, or a missing node.
    public JsonNode at(String... path) {
        JsonNode node = tree();
        for (String field : path) {
            node = node.path(field);
        }
        return node;
    }

    /// The text at a path; empty when it is absent or no text.
    public String text(String... path) {
        return at(path).asText("");
    }

    /// The object at a path, if there is one.
    public Optional<ObjectNode> object(String... path) {
        return at(path) instanceof ObjectNode object ? Optional.of(object) : Optional.empty();
    }

    /// The list at a path, if there is one.
    public Optional<ArrayNode> list(String... path) {
        return at(path) instanceof ArrayNode list ? Optional.of(list) : Optional.empty();
    }

    @Override
    public String toString() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }
}
