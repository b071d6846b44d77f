package dev.tenure.apiserver.registry;

import dev.tenure.apiserver.schema.CustomKind;
import dev.tenure.apiserver.table.Column;
import dev.tenure.model.meta.Frozen;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.model.meta.ViewReader;
import dev.tenure.wire.view.Views;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Everything the server knows about one served kind. A value; the `with…` methods return changed copies, so
/// that the table of kinds reads as data.
///
/// @param type the version that is served under this entry
/// @param stored the type under which objects are stored; equal to `type` unless `conversion` is there
/// @param verbs as in discovery
/// @param viewReader reads the typed view; [#TREE] gives the tree itself
/// @param fields what field selectors may ask for
/// @param custom present for kinds that were defined at run time
public record KindEntry(
        ResourceType type,
        ResourceType stored,
        Optional<Conversion> conversion,
        Names names,
        Set<String> verbs,
        List<Subresource> subresources,
        Set<Flag> flags,
        KindStrategy strategy,
        List<Column> columns,
        List<SelectableField> fields,
        ViewReader viewReader,
        Optional<CustomKind> custom) {
    private static final Set<String> ALL_VERBS =
            Set.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");

    /// How a kind behaves under the generic handlers.
    public enum Flag {
        /// PUT of an absent name creates it.
        CREATE_ON_UPDATE,
        /// PUT without a revision overwrites.
        UNCONDITIONAL_UPDATE,
        /// `metadata.generation` starts at 1 and counts changes of the desired state.
        GENERATION,
        /// DELETE may leave the object for a grace period.
        GRACEFUL_DELETION,
        /// DELETE answers with the deleted object, not with a Status.
        RETURNS_DELETED,
        /// Deletion without an explicit policy orphans dependents.
        ORPHANS_BY_DEFAULT,
        /// Dependents are nobody's business: what a deletion says of them counts for nothing (events).
        NO_DEPENDENTS,
        /// Upstream keeps no copy of its objects in memory, and answers from its store what others have from
        /// there (events).
        UNCACHED,
        /// `spec.finalizers` keeps a deleted object (namespaces).
        HELD_BY_SPEC,
        /// DELETE marks the object and leaves it to a finalizer of the server's own (definitions of kinds).
        CLEANED_UP,
        /// Upstream stores it as JSON, which tells an empty list from an absent one.
        STORED_AS_JSON,
        /// Nothing is stored: the object is answered at once (reviews, token requests).
        VIRTUAL,
        /// There is no protobuf of it here, and who would rather have that gets JSON (what pods and nodes
        /// use).
        TEXT_ONLY
    }

    /// @param singular lower-case
    public record Names(String singular, List<String> shortNames, List<String> categories) {
        public Names {
            shortNames = List.copyOf(shortNames);
            categories = List.copyOf(categories);
        }
    }

    /// A reader for kinds without a typed view: the document itself.
    public static final ViewReader TREE = Views.WHOLE;

    public KindEntry {
        verbs = Frozen.set(verbs);
        subresources = List.copyOf(subresources);
        flags = Frozen.set(flags);
        columns = List.copyOf(columns);
        fields = List.copyOf(fields);
    }

    /// A stored kind with all verbs, unconditional update and no columns of its own.
    public static KindEntry of(ResourceType type) {
        return new KindEntry(
                type,
                type,
                Optional.empty(),
                new Names(type.kind().toLowerCase(Locale.ROOT), List.of(), List.of()),
                ALL_VERBS,
                List.of(),
                Set.of(Flag.UNCONDITIONAL_UPDATE),
                KindStrategy.PLAIN,
                List.of(),
                List.of(),
                TREE,
                Optional.empty());
    }

    /// @param apiVersion `v1` or `apps/v1`
    public static KindEntry namespaced(String apiVersion, String resource, String kind) {
        return of(resourceType(apiVersion, resource, kind, Scope.NAMESPACED));
    }

    /// @param apiVersion `v1` or `apps/v1`
    public static KindEntry cluster(String apiVersion, String resource, String kind) {
        return of(resourceType(apiVersion, resource, kind, Scope.CLUSTER));
    }

    private static ResourceType resourceType(String apiVersion, String resource, String kind, Scope scope) {
        int slash = apiVersion.indexOf('/');
        return new ResourceType(
                slash < 0 ? "" : apiVersion.substring(0, slash),
                apiVersion.substring(slash + 1),
                resource,
                kind,
                scope);
    }

    public KindEntry withStrategy(KindStrategy changed) {
        return changed(draft -> draft.strategy = changed);
    }

    public KindEntry withColumns(List<Column> changed) {
        return changed(draft -> draft.columns = changed);
    }

    public KindEntry withFields(SelectableField... changed) {
        return changed(draft -> draft.fields = List.of(changed));
    }

    public KindEntry withView(ViewReader changed) {
        return changed(draft -> draft.viewReader = changed);
    }

    public KindEntry withVerbs(String... changed) {
        return changed(draft -> draft.verbs = Set.of(changed));
    }

    public KindEntry withSubresources(Subresource... changed) {
        return changed(draft -> draft.subresources = List.of(changed));
    }

    public KindEntry withShortNames(String... changed) {
        return withNames(new Names(names.singular(), List.of(changed), names.categories()));
    }

    public KindEntry withCategories(String... changed) {
        return withNames(new Names(names.singular(), names.shortNames(), List.of(changed)));
    }

    public KindEntry withNames(Names changed) {
        return changed(draft -> draft.names = changed);
    }

    public KindEntry with(Flag... added) {
        var all = new HashSet<>(flags);
        all.addAll(List.of(added));
        return withFlags(all);
    }

    public KindEntry without(Flag removed) {
        var fewer = new HashSet<>(flags);
        fewer.remove(removed);
        return withFlags(fewer);
    }

    private KindEntry withFlags(Set<Flag> changed) {
        return changed(draft -> draft.flags = changed);
    }

    /// The same objects as those of another type, converted on the way.
    public KindEntry storedAs(ResourceType other, Conversion between) {
        return changed(draft -> {
            draft.stored = other;
            draft.conversion = Optional.of(between);
        });
    }

    /// The same kind as one that was defined at run time.
    public KindEntry definedAs(CustomKind definition) {
        return changed(draft -> draft.custom = Optional.of(definition));
    }

    public boolean has(Flag flag) {
        return flags.contains(flag);
    }

    public Optional<Subresource> subresource(String name) {
        for (Subresource part : subresources) {
            if (part.name().equals(name)) {
                return Optional.of(part);
            }
        }
        return Optional.empty();
    }

    private KindEntry changed(Consumer<Draft> change) {
        var draft = new Draft(this);
        change.accept(draft);
        return draft.entry();
    }

    /// The fields of an entry while one of them is changed.
    private static final class Draft {
        private ResourceType type;
        private ResourceType stored;
        private Optional<Conversion> conversion;
        private Names names;
        private Set<String> verbs;
        private List<Subresource> subresources;
        private Set<Flag> flags;
        private KindStrategy strategy;
        private List<Column> columns;
        private List<SelectableField> fields;
        private ViewReader viewReader;
        private Optional<CustomKind> custom;

        Draft(KindEntry from) {
            type = from.type;
            stored = from.stored;
            conversion = from.conversion;
            names = from.names;
            verbs = from.verbs;
            subresources = from.subresources;
            flags = from.flags;
            strategy = from.strategy;
            columns = from.columns;
            fields = from.fields;
            viewReader = from.viewReader;
            custom = from.custom;
        }

        KindEntry entry() {
            return new KindEntry(
                    type,
                    stored,
                    conversion,
                    names,
                    verbs,
                    subresources,
                    flags,
                    strategy,
                    columns,
                    fields,
                    viewReader,
                    custom);
        }
    }
}
