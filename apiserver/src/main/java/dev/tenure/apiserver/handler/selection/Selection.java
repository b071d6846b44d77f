package dev.tenure.apiserver.handler.selection;

import dev.tenure.apiserver.registry.Conversion;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.SelectableField;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.FieldSelector;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.Quoted;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.Store;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Which objects of a kind a request is about. Immutable.
///
/// @param read the fields that are read from the object itself rather than from its header
/// @param shownBy who alone can tell how an object looks in the version that has these fields, if it is not
///     this process
public record Selection(
        LabelSelector labels, FieldSelector fields, List<SelectableField> read, Optional<Conversion> shownBy) {
    static final Selection EVERYTHING =
            new Selection(LabelSelector.EVERYTHING, FieldSelector.EVERYTHING, List.of(), Optional.empty());

    /// @throws RefusedException when the kind has no such field
    public static Selection of(KindEntry entry, LabelSelector labels, FieldSelector fields) {
        for (FieldSelector.Term term : fields.terms()) {
            String field = term.field();
            if (!general(entry, field)
                    && entry.fields().stream().noneMatch(f -> f.name().equals(field))) {
                throw new RefusedException(Statuses.badRequest(unknown(entry, field)));
            }
        }
        List<SelectableField> read = notNoted(entry) && !fields.terms().isEmpty() ? entry.fields() : List.of();
        boolean own = fields.terms().stream().anyMatch(term -> !general(entry, term.field()));
        Optional<Conversion> others = entry.conversion().filter(conversion -> own && conversion.asksOthers());
        return new Selection(labels, fields, read, others);
    }

    /// Whether headers may lack the fields: those of defined kinds, and of a version that calls them
    /// otherwise than the stored one.
    private static boolean notNoted(KindEntry entry) {
        return entry.custom().isPresent()
                || entry.conversion()
                        .filter(conversion -> !conversion.noted(entry.fields()).equals(entry.fields()))
                        .isPresent();
    }

    /// Whether the field is one that a kind need not name. Upstream lets kinds in no namespace be selected by
    /// namespace where they have no fields of their own.
    private static boolean general(KindEntry entry, String field) {
        boolean plain = entry.custom().isEmpty() && entry.fields().isEmpty();
        return field.equals("metadata.name")
                || (field.equals("metadata.namespace") && (plain || entry.type().namespaced()));
    }

    private static String unknown(KindEntry entry, String field) {
        if (entry.fields().isEmpty() && entry.custom().isEmpty()) {
            return "%s is not a known field selector: only \"metadata.name\", \"metadata.namespace\""
                    .formatted(Quoted.of(field));
        }
        return entry.strategy().unknownField(field);
    }

    /// Whether one object is meant, as it is stored.
    ///
    /// @throws RefusedException when it cannot be shown in the version whose fields are asked for
    public boolean matches(StoredObject object) {
        return shownBy.isEmpty()
                ? matchesAsStored(object)
                : !matching(List.of(object)).isEmpty();
    }

    /// Those of some objects that are meant, in their order and as they are stored. Who has to be asked how
    /// they look in another version is asked once for all.
    ///
    /// @throws RefusedException when one cannot be shown in the version whose fields are asked for
    public List<StoredObject> matching(List<StoredObject> objects) {
        if (shownBy.isEmpty()) {
            return objects.stream().filter(this::matchesAsStored).toList();
        }
        List<StoredObject> readable = objects.stream()
                .filter(this::hasLabels)
                .filter(object -> !(object.content() instanceof Content.Unreadable))
                .toList();
        List<ObjectNode> trees = readable.stream()
                .map(object -> Document.of(object.content()).tree())
                .toList();
        List<ObjectNode> shown = shownBy.get().allFromStored(trees);
        List<StoredObject> matching = new ArrayList<>();
        for (int i = 0; i < shown.size(); i++) {
            if (hasFields(withContent(readable.get(i), shown.get(i)))) {
                matching.add(readable.get(i));
            }
        }
        return matching;
    }

    private static StoredObject withContent(StoredObject object, ObjectNode content) {
        return new StoredObject(object.header(), Document.of(content), object.revision(), KindEntry.TREE);
    }

    private boolean matchesAsStored(StoredObject object) {
        return hasLabels(object) && (fields.matchesEverything() || hasFields(object));
    }

    private boolean hasLabels(StoredObject object) {
        return labels.matches(object.header().labels());
    }

    private boolean hasFields(StoredObject object) {
        return fields.matches(field -> value(object, field));
    }

    private String value(StoredObject object, String field) {
        return switch (field) {
            case "metadata.name" -> object.key().name();
            case "metadata.namespace" -> object.key().namespace();
            default -> read.isEmpty() ? object.header().fields().getOrDefault(field, "") : read(object, field);
        };
    }

    private String read(StoredObject object, String field) {
        if (object.content() instanceof Content.Unreadable) {
            return "";
        }
        return read.stream()
                .filter(known -> known.name().equals(field))
                .findFirst()
                .map(known -> known.value().apply(Document.of(object.content()).tree()))
                .orElse("");
    }

    public boolean everything() {
        return labels.matchesEverything() && fields.matchesEverything();
    }

    /// By what a watch is found that a change concerns: the name or the field of which it wants one value;
    /// absent when it has to see every change.
    public Optional<Store.Index> watched(KindEntry entry) {
        return fields.exactly(Store.Index.NAME)
                .filter(name -> !name.isEmpty())
                .map(name -> new Store.Index(Store.Index.NAME, name))
                .or(() -> read.isEmpty() ? index(entry) : Optional.empty());
    }

    /// The one index that narrows the search most, if there is one.
    Optional<Store.Index> index(KindEntry entry) {
        for (SelectableField field : entry.fields()) {
            Optional<String> value = field.indexed() ? fields.exactly(field.name()) : Optional.empty();
            if (value.isPresent() && !value.get().isEmpty()) {
                return Optional.of(new Store.Index(field.name(), value.get()));
            }
        }
        return Optional.empty();
    }
}
