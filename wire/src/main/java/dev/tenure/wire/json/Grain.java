package dev.tenure.wire.json;

import dev.tenure.wire.json.Part.Elements;
import dev.tenure.wire.json.Part.Members;
import dev.tenure.wire.json.Part.Text;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// How finely an object is divided when it is kept for long: the members of its metadata, spec and status,
/// and those of the entries of managedFields, are a text each. So the states of an object share all that
/// stays, and the pods of one template nearly all they say: equal texts are one, as far as [#KNOWN]
/// remembers.
///
/// A long list of spec or status that is the object's own is divided further, for mostly it says little that
/// is: each pod's containers and volumes name its own token, its conditions a moment of its own. A list of
/// which a second one is seen stays whole, and becomes one. So it depends on what was seen before how a list
/// is divided, and never what it says.
public enum Grain {
    OBJECT,
    METADATA,
    SECTION,
    PART_OF_SECTION,
    ENTRY,
    MANAGERS,
    MANAGER,
    TEXT;

    /// Longer texts are not looked for.
    private static final int LENGTH_MAX = 1 << 12;

    /// Short ones come again and again, and so do objects and lists; other texts are mostly an object's own.
    private static final int SHORT = 34;

    /// Most texts of an object are shorter.
    private static final int ROOM = 1 << 8;

    /// Shorter lists are not divided.
    private static final int DIVIDED_MIN = 1 << 8;

    private static final MemoTable<Text> KNOWN = new MemoTable<>("equal parts of objects", 1 << 13);

    /// Hashes of lists that were seen, for one that comes again.
    private static final MemoTable<Integer> SEEN = new MemoTable<>("long lists of objects", 1 << 13);

    Grain below(String member) {
        return switch (this) {
            case OBJECT -> member.equals("metadata") ? METADATA : SECTION;
            case METADATA -> member.equals("managedFields") ? MANAGERS : TEXT;
            case MANAGERS -> MANAGER;
            case SECTION -> PART_OF_SECTION;
            case PART_OF_SECTION -> ENTRY;
            case ENTRY, MANAGER, TEXT -> TEXT;
        };
    }

    /// Whether a value of this grain consists of parts.
    ///
    /// @param first its first character
    boolean opens(int first) {
        return switch (this) {
            case OBJECT, METADATA, SECTION, ENTRY, MANAGER -> first == '{';
            case MANAGERS -> first == '[';
            case PART_OF_SECTION, TEXT -> false;
        };
    }

    private boolean opens(Part part) {
        return opens(part.isObject() ? '{' : part.isList() ? '[' : '0');
    }

    /// A text, which may be one that is known.
    ///
    /// @param json as the encoder writes it; not changed any more
    static Text text(byte[] json) {
        var text = new Text(json);
        boolean mayBeKnown = json.length <= SHORT || ((text.isObject() || text.isList()) && json.length <= LENGTH_MAX);
        return mayBeKnown ? KNOWN.share(text) : text;
    }

    /// A part of a section: one text, or divided where that is worth it.
    ///
    /// @param json as the encoder writes it; not changed any more
    static Part partOfSection(byte[] json) {
        boolean divides = json.length >= DIVIDED_MIN && json.length <= LENGTH_MAX && json[0] == '[' && json[1] == '{';
        if (!divides) {
            return text(json);
        }
        int hash = Arrays.hashCode(json);
        Text known = KNOWN.at(hash);
        if (known != null && Arrays.equals(known.json(), json)) {
            return known;
        }
        Integer seen = SEEN.at(hash);
        if (seen != null && seen == hash) {
            return text(json);
        }
        SEEN.put(hash, hash);
        return PartReader.divided(json);
    }

    /// The text that is known of these bytes; null when there is none. What is known was written by the
    /// encoder.
    public static @Nullable Text known(byte[] json) {
        Text known = KNOWN.at(Arrays.hashCode(json));
        return known != null && Arrays.equals(known.json(), json) ? known : null;
    }

    /// The same value, divided as it is kept; itself where it is.
    Part packed(Part part) {
        return packed(part, new TreeWriter(ROOM));
    }

    /// @param scratch writes one text after the other
    private Part packed(Part part, TreeWriter scratch) {
        if (this == PART_OF_SECTION) {
            if (part instanceof Elements list && wasDivided(list)) {
                return packed(list, scratch);
            }
            return part instanceof Text ? part : partOfSection(scratch.alone(part));
        }
        if (!opens(part)) {
            return part instanceof Text ? part : text(scratch.alone(part));
        }
        return switch (part) {
            case Text text ->
                this == OBJECT ? PartReader.packed(text.json()) : packed(PartReader.resolved(text), scratch);
            case ValueNode _ -> part;
            case Members members -> packed(members, scratch);
            case Elements elements -> packed(elements, scratch);
        };
    }

    /// Whether a list was made of one that is divided: parts of its entries are texts that nobody had to
    /// read.
    private static boolean wasDivided(Elements list) {
        for (Part entry : list.parts()) {
            if (entry instanceof Members members && holdsText(members)) {
                return true;
            }
        }
        return false;
    }

    private static boolean holdsText(Members members) {
        for (Part part : members.parts()) {
            if (part instanceof Text) {
                return true;
            }
        }
        return false;
    }

    private Part packed(Members members, TreeWriter scratch) {
        Part[] parts = null;
        for (int i = 0; i < members.size(); i++) {
            Part old = members.part(i);
            Part now = below(members.shape().name(i)).packed(old, scratch);
            if (!now.equals(old)) {
                parts = parts == null ? members.copyOfParts() : parts;
                parts[i] = now;
            }
        }
        return parts == null ? members : members.with(parts);
    }

    private Part packed(Elements elements, TreeWriter scratch) {
        Part[] parts = null;
        for (int i = 0; i < elements.size(); i++) {
            Part old = elements.part(i);
            Part now = below("").packed(old, scratch);
            if (!now.equals(old)) {
                parts = parts == null ? elements.copyOfParts() : parts;
                parts[i] = now;
            }
        }
        return parts == null ? elements : new Elements(parts);
    }
}
