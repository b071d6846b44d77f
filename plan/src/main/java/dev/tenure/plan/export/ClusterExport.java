package dev.tenure.plan.export;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.ClusterDump.Item;
import dev.tenure.plan.source.DumpFiles;
import dev.tenure.plan.source.WorldKinds;
import dev.tenure.wire.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPOutputStream;

/// Writes a cluster as one file: a JSON object of the kind ClusterExport with the moment, what is unknown, and every
/// object with its uid, resource version and status, one a line, compressed with gzip. Stateless.
public final class ClusterExport {
    private ClusterExport() {}

    /// Owners and definitions, which forecasts do without.
    private static final Set<String> FURTHER = Set.of("cronjobs", "customresourcedefinitions");

    /// Writes the objects of a cluster that have a say in what becomes of its pods, without their managedFields.
    /// @param out is closed at the end
    /// @return how many objects were written
    public static int write(ClusterDump dump, OutputStream out) throws IOException {
        List<Item> items = dump.items().stream()
                .filter(item -> WorldKinds.isNeeded(item.key())
                        || FURTHER.contains(item.key().resource()))
                .toList();
        try (var packed = new GZIPOutputStream(out, 1 << 16)) {
            String head = new String(Json.write(head(dump)), StandardCharsets.UTF_8);
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

    private static ObjectNode head(ClusterDump dump) {
        ObjectNode head =
                Json.object().put("apiVersion", DumpFiles.EXPORT_VERSION).put("kind", DumpFiles.EXPORT_KIND);
        head.put("moment", dump.moment().at().toString()).put("origin", dump.origin());
        ArrayNode gaps = head.putArray("gaps");
        dump.gaps()
                .forEach(gap -> gaps.addObject()
                        .put("resource", gap.resource())
                        .put("why", gap.why())
                        .put("unknown", gap.unknown()));
        return head;
    }

    private static ObjectNode written(Item item) {
        ObjectNode tree = Json.readObject(item.object().json());
        ObjectNode meta = tree.withObject("/metadata");
        meta.remove("managedFields");
        if (item.object().revision() > 0) {
            meta.put("resourceVersion", Long.toString(item.object().revision()));
        }
        return tree;
    }
}
