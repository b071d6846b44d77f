package dev.tenure.apiserver.negotiate;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.schema.CustomKind;
import dev.tenure.apiserver.table.Column;
import dev.tenure.apiserver.table.RowDetails;
import dev.tenure.apiserver.table.ScaleColumns;
import dev.tenure.apiserver.table.Tables;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.Part;
import dev.tenure.wire.json.WorkingTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Objects and lists in the forms that are not the object itself: tables, metadata alone.
public final class Forms {
    private static final String LIST = "List";
    private static final List<String> HEAD = List.of("kind", "apiVersion");
    private static final List<String> MEDIA_TYPES =
            List.of("application/json", "application/yaml", "application/vnd.kubernetes.protobuf");
    /// Upstream's internal Go packages that do not bear the name of their group; they stand in messages.
    private static final Map<String, String> GO_PACKAGES = Map.of("", "core", "events.k8s.io", "core");

    private final Published<KindTable> kinds;
    private final TimeSource time;

    public Forms(Published<KindTable> kinds, TimeSource time) {
        this.kinds = kinds;
        this.time = time;
    }

    /// One object.
    ///
    /// @param tree with `apiVersion` and `kind`
    ObjectNode ofObject(ObjectNode tree, Representation wanted, String includeObject) {
        return ofObject(tree, wanted, includeObject, true);
    }

    /// @param headed whether a table describes its columns
    ObjectNode ofObject(ObjectNode tree, Representation wanted, String includeObject, boolean headed) {
        return switch (wanted.form()) {
            case OBJECT -> tree;
            case PARTIAL -> partial(tree, wanted.apiVersion());
            case PARTIAL_LIST -> throw noList(tree);
            case TABLE -> {
                var rows = new Tables.Rows(IncludedObject.of(includeObject), time.wall(), headed);
                yield Tables.table(tree, List.of(tree), columns(tree), wanted.apiVersion(), rows);
            }
        };
    }

    /// A page of a collection.
    ObjectNode ofList(ApiReply.Many page, Representation wanted, String includeObject) {
        List<ObjectNode> items = new ArrayList<>();
        for (StoredObject object : page.items()) {
            items.add(tree(object));
        }
        ObjectNode list = Json.object();
        Optional<CustomKind> custom = custom(page.type());
        list.put("kind", custom.map(CustomKind::listKind).orElse(page.type().kind() + LIST))
                .put("apiVersion", page.type().apiVersion());
        ObjectNode metadata = list.putObject("metadata");
        metadata.put("resourceVersion", Long.toString(page.revision()));
        page.next().ifPresent(next -> metadata.put("continue", next));
        page.remaining().ifPresent(n -> metadata.put("remainingItemCount", n.longValue()));
        return switch (wanted.form()) {
            case OBJECT -> custom.isPresent() ? whole(list, items) : withItems(list, items);
            case PARTIAL ->
                throw mismatch(
                        "PartialObjectMetadata",
                        "a list",
                        custom.isPresent() ? "unstructured.UnstructuredList" : goType(list));
            case PARTIAL_LIST -> partialList(list, items, wanted);
            case TABLE -> {
                var rows = new Tables.Rows(IncludedObject.of(includeObject), time.wall(), true);
                entry(page.type()).ifPresent(kind -> items.sort(kind.strategy()::compareRows));
                yield Tables.table(list, items, columnsOf(page.type()), wanted.apiVersion(), rows);
            }
        };
    }

    /// A page without its items: the last member is the empty array that they belong in.
    ObjectNode headOfList(ApiReply.Many page, Representation wanted, String includeObject) {
        var none = new ApiReply.Many(
                page.type(), page.revision(), List.of(), page.next(), page.remaining(), page.warnings());
        ObjectNode head = ofList(none, wanted, includeObject);
        if (wanted.form() == Representation.Form.PARTIAL_LIST) {
            head.putArray("items");
        }
        return head;
    }

    /// How one item of a page stands in what [#ofList] makes of the page.
    Function<StoredObject, ObjectNode> itemsOfList(ResourceType type, Representation wanted, String includeObject) {
        boolean whole = custom(type).isPresent();
        return switch (wanted.form()) {
            case OBJECT -> object -> whole ? tree(object) : tree(object).remove(HEAD);
            case PARTIAL, PARTIAL_LIST -> object -> partial(tree(object), wanted.apiVersion());
            case TABLE -> {
                var rows = new Tables.Rows(IncludedObject.of(includeObject), time.wall(), false);
                List<Column> columns = columnsOf(type);
                yield object -> Tables.row(tree(object), columns, wanted.apiVersion(), rows);
            }
        };
    }

    /// The same for protobuf, which leaves out the type of an item anyway: no tree is opened for a whole
    /// object.
    Function<StoredObject, Part> partsOfList(ResourceType type, Representation wanted, String includeObject) {
        if (wanted.form() == Representation.Form.OBJECT) {
            return object -> Document.of(object.content()).parts(object.revision());
        }
        return itemsOfList(type, wanted, includeObject).andThen(WorkingTree::part);
    }

    /// An object with its revision, read no further than somebody looks.
    static ObjectNode tree(StoredObject object) {
        return Document.of(object.content()).tree(object.revision());
    }

    private List<Column> columnsOf(ResourceType type) {
        return entry(type).map(KindEntry::columns).orElse(List.of());
    }

    private Optional<KindEntry> entry(ResourceType type) {
        return kinds.get().find(type.group(), type.version(), type.resource());
    }

    /// What is peculiar to a kind that was defined at run time.
    Optional<CustomKind> custom(ResourceType type) {
        return entry(type).flatMap(KindEntry::custom);
    }

    /// Lists of kinds without a Go type show their items whole.
    private static ObjectNode whole(ObjectNode list, List<ObjectNode> items) {
        ObjectNode metadata = list.withObjectProperty("metadata");
        if (!metadata.has("continue")) {
            metadata.put("continue", "");
        }
        ArrayNode array = list.putArray("items");
        items.forEach(array::add);
        return list;
    }

    /// A document that is no stored object, of which there is no table, unless there are columns for it: it
    /// is a Scale, or the status of a component, or the list of those.
    ObjectNode ofDocument(ObjectNode tree, Representation wanted, String includeObject) {
        String kind = tree.path("kind").asText();
        if (wanted.form() == Representation.Form.OBJECT || kind.equals("Status")) {
            return tree;
        }
        if (!columns(tree).isEmpty()) {
            return ofObject(tree, wanted, includeObject);
        }
        String apiVersion = tree.path("apiVersion").asText();
        String itemKind = kind.endsWith(LIST) ? kind.substring(0, kind.length() - LIST.length()) : kind;
        ObjectNode head = Json.object().put("kind", itemKind).put("apiVersion", apiVersion);
        List<Column> columns = columns(head);
        if (columns.isEmpty()) {
            return metadataOnly(tree, wanted);
        }
        List<ObjectNode> items = new ArrayList<>();
        for (JsonNode item : tree.path("items")) {
            if (item instanceof ObjectNode object) {
                items.add(head.deepCopy().setAll(object));
            }
        }
        return switch (wanted.form()) {
            case OBJECT -> tree;
            case PARTIAL -> throw mismatch("PartialObjectMetadata", "a list", goType(tree));
            case PARTIAL_LIST -> partialList(tree, items, wanted);
            case TABLE -> {
                var rows = new Tables.Rows(IncludedObject.of(includeObject), time.wall(), true);
                yield Tables.table(tree, items, columns, wanted.apiVersion(), rows);
            }
        };
    }

    private static ObjectNode metadataOnly(ObjectNode tree, Representation wanted) {
        if (wanted.form() != Representation.Form.PARTIAL) {
            throw new RefusedException(Statuses.notAcceptable(MEDIA_TYPES));
        }
        return partial(tree, wanted.apiVersion());
    }

    private static ObjectNode withItems(ObjectNode list, List<ObjectNode> items) {
        ArrayNode array = list.putArray("items");
        for (ObjectNode item : items) {
            item.remove(HEAD);
            array.add(item);
        }
        return list;
    }

    private static ObjectNode partialList(ObjectNode list, List<ObjectNode> items, Representation wanted) {
        ObjectNode out = Json.object();
        out.put("kind", "PartialObjectMetadataList").put("apiVersion", wanted.apiVersion());
        out.set("metadata", list.path("metadata"));
        if (items.isEmpty()) {
            // Upstream collects these in a list that is not there until something is in it.
            return out.putNull("items");
        }
        ArrayNode array = out.putArray("items");
        items.forEach(item -> array.add(partial(item, wanted.apiVersion())));
        return out;
    }

    /// Only the metadata of an object.
    public static ObjectNode partial(ObjectNode tree, String apiVersion) {
        ObjectNode out = Json.object();
        out.put("kind", "PartialObjectMetadata").put("apiVersion", apiVersion);
        out.set("metadata", RowDetails.metadata(tree));
        return out;
    }

    private List<Column> columns(ObjectNode object) {
        if (object.path("kind").asText("").equals("Scale")
                && object.path("apiVersion").asText("").equals("autoscaling/v1")) {
            return ScaleColumns.ALL;
        }
        return kinds.get()
                .ofKind(
                        object.path("apiVersion").asText(""),
                        object.path("kind").asText(""))
                .map(KindEntry::columns)
                .orElse(List.of());
    }

    /// Upstream takes a single object of a defined kind for a list at first.
    private RefusedException noList(ObjectNode tree) {
        boolean defined = kinds.get()
                .ofKind(tree.path("apiVersion").asText(""), tree.path("kind").asText(""))
                .flatMap(KindEntry::custom)
                .isPresent();
        return defined
                ? new RefusedException(Statuses.unknown("content is not a list"))
                : mismatch("PartialObjectMetadataList", "not a list", goType(tree));
    }

    private static RefusedException mismatch(String form, String what, String goType) {
        return new RefusedException(Statuses.otherForm(form, what, goType));
    }

    private static String goType(ObjectNode tree) {
        String apiVersion = tree.path("apiVersion").asText("");
        String group = apiVersion.contains("/") ? apiVersion.substring(0, apiVersion.indexOf('/')) : "";
        int dot = group.indexOf('.');
        String name = GO_PACKAGES.getOrDefault(group, dot < 0 ? group : group.substring(0, dot));
        return name + "." + tree.path("kind").asText("");
    }
}
