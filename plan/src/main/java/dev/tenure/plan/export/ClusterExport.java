package dev.tenure.plan.export;

import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.source.ArchivedExport;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.ClusterDump.Item;
import dev.tenure.plan.source.DumpFiles;
import dev.tenure.plan.source.LastTaintChange;
import dev.tenure.plan.source.WorldKinds;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPOutputStream;

/// Writes a cluster as one file, compressed with gzip: a line that says the moment and what is unknown, and
/// every object with its uid, resource version and status, of which what stands in many stands there once.
/// Stateless.
public final class ClusterExport {
    private ClusterExport() {}

    /// Owners and definitions, which forecasts do without.
    private static final Set<String> FURTHER = Set.of("cronjobs", "customresourcedefinitions");

    /// Writes the objects of a cluster that have a say in what becomes of its pods, without their
    /// managedFields.
    ///
    /// @param out is closed at the end
    /// @return how many objects were written
    public static int write(ClusterDump dump, OutputStream out) throws IOException {
        List<Item> items = items(dump);
        try (var packed = new GZIPOutputStream(out, 1 << 16)) {
            ArchivedExport.write(head(dump), items, packed);
        }
        return items.size();
    }

    /// The same as a JSON object of the kind ClusterExport with one object a line, for other programs; it
    /// takes longer to read.
    ///
    /// @param out is closed at the end
    /// @return how many objects were written
    public static int writeJson(ClusterDump dump, OutputStream out) throws IOException {
        List<Item> items = items(dump);
        ObjectNode header =
                Json.object().put("apiVersion", DumpFiles.EXPORT_VERSION).put("kind", DumpFiles.EXPORT_KIND);
        header.setAll(head(dump));
        try (var packed = new GZIPOutputStream(out, 1 << 16)) {
            String head = new String(Json.write(header), StandardCharsets.UTF_8);
            packed.write((head.substring(0, head.length() - 1) + ",\"items\":[").getBytes(StandardCharsets.UTF_8));
            String before = "\n";
            for (Item item : items) {
                packed.write(before.getBytes(StandardCharsets.UTF_8));
                packed.write(Json.write(written(item)));
                before = ",\n";
            }
            packed.write("\n]}\n".getBytes(StandardCharsets.UTF_8));
        }
        return items.size();
    }

    private static List<Item> items(ClusterDump dump) {
        return dump.items().stream()
                .filter(item -> WorldKinds.isNeeded(item.key())
                        || FURTHER.contains(item.key().resource()))
                .map(ClusterExport::unmanaged)
                .toList();
    }

    /// Nobody needs to know which program owns which field, but since when a node has its taints.
    private static Item unmanaged(Item item) {
        Document document = Document.of(item.object().content());
        if (document.at("metadata", "managedFields").isMissingNode()) {
            return item;
        }
        Document without = document.edit(LastTaintChange::keepAlone);
        StoredObject object = item.object();
        return new Item(new StoredObject(object.header(), without, object.revision(), object.reader()), item.place());
    }

    private static ObjectNode head(ClusterDump dump) {
        ObjectNode head = Json.object();
        head.put("moment", dump.moment().at().toString()).put("origin", dump.origin());
        dump.stated().into(head);
        ArrayNode gaps = head.putArray("gaps");
        dump.gaps().forEach(gap -> gaps.add(gap.json()));
        return head;
    }

    private static ObjectNode written(Item item) {
        return Document.of(item.object().content()).tree(item.object().revision());
    }
}
