package dev.tenure.wire.schema;

import dev.tenure.model.meta.Lazy;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The structure of an object or of a part of one: its fields, in the order in which JSON shows them.
/// Types may contain themselves; the fields are worked out when first asked for. Safe for use by any
/// thread.
public final class ObjectType {
    private final String name;
    private final String goName;
    private final String structName;
    private final boolean atomic;
    private final boolean open;
    private final Lazy<Members> members;
    private final Lazy<MessageLayout> layout;

    private ObjectType(String name, String goName, Set<Trait> traits, Supplier<List<SchemaField>> source) {
        this.name = name;
        this.goName = goName;
        this.structName = goName.substring(goName.indexOf('.') + 1);
        this.atomic = traits.contains(Trait.ATOMIC);
        this.open = traits.contains(Trait.OPEN);
        this.members = new Lazy<>(() -> Members.of(source.get()));
        this.layout = new Lazy<>(() -> MessageLayout.of(fields()));
    }

    /// A type whose fields `source` tells, possibly more than once and always the same.
    ///
    /// @param name the name of its OpenAPI definition
    /// @param goName the Go type as Go prints it, for example `v1.Toleration`
    /// @param atomic whether server-side apply treats it as a whole
    public static ObjectType of(String name, String goName, boolean atomic, Supplier<List<SchemaField>> source) {
        return new ObjectType(name, goName, atomic ? Set.of(Trait.ATOMIC) : Set.of(), source);
    }

    /// The structure of a kind that was defined at run time, or of a part of one.
    ///
    /// @param source as for [#of]
    public static ObjectType defined(String name, Set<Trait> traits, Supplier<List<SchemaField>> source) {
        return new ObjectType(name, name, traits, source);
    }

    /// What holds for a structure as a whole.
    public enum Trait {
        /// Server-side apply treats it as one value.
        ATOMIC,
        /// It may have fields that it does not declare.
        OPEN
    }

    /// The name of the OpenAPI definition, for example `io.k8s.api.core.v1.Toleration`.
    public String name() {
        return name;
    }

    /// The Go type with its package, for example `v1.Toleration`.
    public String goName() {
        return goName;
    }

    /// The Go type without its package, for example `Toleration`.
    public String structName() {
        return structName;
    }

    /// Whether server-side apply treats values of this type as a whole.
    public boolean atomic() {
        return atomic;
    }

    /// Whether values may have fields that the type does not declare.
    public boolean open() {
        return open;
    }

    public List<SchemaField> fields() {
        return members().fields;
    }

    /// The field of exactly this name; JSON field names are case-sensitive.
    public Optional<SchemaField> field(String jsonName) {
        int at = place(jsonName);
        return at < 0 ? Optional.empty() : Optional.of(members().fields.get(at));
    }

    /// The place of a field in [#fields], -1 when there is none of that name.
    public int place(String jsonName) {
        return members().place(jsonName);
    }

    /// As [SchemaField#alwaysShown()] of the field at that place.
    public boolean alwaysShows(int place) {
        return members().alwaysShown[place];
    }

    /// How protobuf arranges the fields.
    public MessageLayout message() {
        return layout.get();
    }

    private Members members() {
        return members.get();
    }

    @Override
    public String toString() {
        return name;
    }

    /// @param names at the place of their hash, or behind it
    /// @param places of the fields with these names
    /// @param alwaysShown by place
    private record Members(
            List<SchemaField> fields, @Nullable String[] names, int[] places, boolean[] alwaysShown) {
        static Members of(List<SchemaField> fields) {
            // At most half full, so that every search meets a gap.
            int size = Integer.highestOneBit(fields.size() + 1) * 4;
            @Nullable String[] names = new @Nullable String[size];
            int[] places = new int[size];
            boolean[] alwaysShown = new boolean[fields.size()];
            for (int i = 0; i < fields.size(); i++) {
                String name = fields.get(i).name();
                int at = start(name, size);
                while (names[at] != null && !name.equals(names[at])) {
                    at = (at + 1) & (size - 1);
                }
                names[at] = name;
                places[at] = i;
                alwaysShown[i] = fields.get(i).alwaysShown();
            }
            return new Members(List.copyOf(fields), names, places, alwaysShown);
        }

        private static int start(String name, int size) {
            int hash = name.hashCode();
            return (hash ^ (hash >>> 16)) & (size - 1);
        }

        int place(String name) {
            int at = start(name, names.length);
            for (String there = names[at]; there != null; there = names[at]) {
                if (there.equals(name)) {
                    return places[at];
                }
                at = (at + 1) & (names.length - 1);
            }
            return -1;
        }
    }
}
