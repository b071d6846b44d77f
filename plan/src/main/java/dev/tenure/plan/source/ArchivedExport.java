package dev.tenure.plan.source;

import dev.tenure.plan.source.ClusterDump.Item;
import dev.tenure.plan.source.DumpAssembly.Archived;
import dev.tenure.sim.world.StoredForms;
import dev.tenure.wire.json.ArchiveReader;
import dev.tenure.wire.json.ArchiveWriter;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonSyntaxException;
import dev.tenure.wire.json.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The second version of exports: a line of JSON that says what it is, then the objects as [ArchiveWriter]
/// writes them, each behind its resource version. What stands in many objects stands there once, and is read
/// once. Objects are in the stored form; where the line names another one than this program's, they are read
/// as any others. Stateless.
public final class ArchivedExport {
    /// With what the text begins.
    static final String BEGIN = "{\"apiVersion\":\"tenure.dev/v2\",\"kind\":\"" + DumpFiles.EXPORT_KIND + "\"";

    private static final String VERSION = "tenure.dev/v2";

    /// How many objects are read by one thread. Those that follow one another are mostly alike.
    private static final int TOGETHER = 256;

    private static final int LINE_MAX = 1 << 20;

    private ArchivedExport() {}

    /// @param head what else is said of the cluster: `moment`, `origin`, `semantics`, `gaps`
    public static void write(ObjectNode head, List<Item> items, OutputStream out) throws IOException {
        ObjectNode line = Json.object().put("apiVersion", VERSION).put("kind", DumpFiles.EXPORT_KIND);
        line.setAll(head);
        line.put("form", StoredForms.FORM).put("objects", items.size());
        out.write(Json.write(line));
        out.write('\n');
        List<Document> documents =
                items.stream().map(item -> Document.of(item.object().content())).toList();
        var archive = new ArchiveWriter(out, documents);
        for (int i = 0; i < documents.size(); i++) {
            archive.number(items.get(i).object().revision());
            archive.document(documents.get(i));
        }
        archive.flush();
    }

    /// @throws IOException when the text ends before its end, or is none that was written so
    static void read(DumpAssembly assembly, String file, InputStream in) throws IOException {
        JsonNode head = head(file, in);
        boolean known = head.path("form").asText().equals(StoredForms.FORM);
        assembly.add(header(file, head));
        var archive = new ArchiveReader(in);
        List<Archived> some = new ArrayList<>();
        int objects = head.path("objects").asInt();
        for (int i = 1; i <= objects; i++) {
            long revision = archive.number();
            some.add(new Archived(archive.document(), revision, new Place(file, i)));
            if (some.size() == TOGETHER || i == objects) {
                add(assembly, some, known);
                some = new ArrayList<>(TOGETHER);
            }
        }
        assembly.finish();
        if (!archive.isOver()) {
            throw new DumpException(
                    "%s goes on behind its last object: it is damaged; export the cluster again".formatted(file));
        }
    }

    private static void add(DumpAssembly assembly, List<Archived> some, boolean known) {
        if (known) {
            assembly.addArchived(some);
            return;
        }
        assembly.add(some.stream()
                .map(one -> new RawObject(
                        Json.write(one.document().tree(one.revision())), StoredForms.kind(one.document()), one.place()))
                .toList());
    }

    private static JsonNode head(String file, InputStream in) throws IOException {
        var line = new ByteArrayOutputStream();
        for (int one = in.read(); one >= 0 && one != '\n' && line.size() < LINE_MAX; one = in.read()) {
            line.write(one);
        }
        try {
            return Json.readObject(line.toByteArray());
        } catch (JsonSyntaxException e) {
            throw new DumpException(
                    "%s ends in the middle, in its first line: it was cut off; export the cluster again"
                            .formatted(file),
                    e);
        }
    }

    private static ExportHeader header(String file, JsonNode head) {
        var gaps = new ArrayList<Gap>();
        head.path("gaps").forEach(gap -> gaps.add(Gap.of(gap)));
        String moment = head.path("moment").asText();
        try {
            return new ExportHeader(Instant.parse(moment), head.path("origin").asText(), gaps, StatedSettings.of(head));
        } catch (DateTimeException e) {
            throw new DumpException(
                    "%s is an export without its moment: \"%s\" is no time; export the cluster again"
                            .formatted(file, moment),
                    e);
        }
    }
}
