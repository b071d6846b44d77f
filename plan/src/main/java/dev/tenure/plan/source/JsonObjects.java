package dev.tenure.plan.source;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.runtime.io.IoWords;
import dev.tenure.wire.schema.GroupVersionKind;
import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/// Finds the objects of a JSON text without reading them: its values one behind the other, arrays, and the
/// items of lists. Only the borders of objects and the names of their kinds are looked at. Each object is
/// handed on as soon as it is found, and no more of the text is kept than the one that is looked at. Confined
/// to one thread.
final class JsonObjects {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final String LIST = "List";

    private final String file;
    private final TextWindow text;
    private final Consumer<RawObject> found;
    private Optional<ExportHeader> header = Optional.empty();

    /// @param found hears of each object, in the order in which they stand there
    JsonObjects(String file, InputStream text, Consumer<RawObject> found) {
        this.file = file;
        this.text = new TextWindow(text);
        this.found = found;
    }

    /// What the text says of itself when it is an export.
    Optional<ExportHeader> header() {
        return header;
    }

    /// @throws DumpException when the text is no JSON, or ends before it is over
    void read() {
        try (JsonParser in = FACTORY.createParser(text)) {
            while (in.nextToken() != null) {
                value(in);
            }
        } catch (JsonParseException e) {
            throw broken(e);
        } catch (StreamConstraintsException e) {
            throw new DumpException("%s is no dump: %s".formatted(file, e.getOriginalMessage()), e);
        } catch (IOException e) {
            throw new DumpException("%s cannot be read: %s".formatted(file, IoWords.briefly(e)), e);
        }
    }

    private DumpException broken(JsonParseException e) {
        int line = e.getLocation().getLineNr();
        boolean over = e instanceof JsonEOFException
                || text.isOverAt(e.getLocation().getByteOffset())
                || e.getOriginalMessage().contains("end-of-input");
        return over
                ? new DumpException(
                        "%s ends in the middle, in line %d: it was cut off; write it again".formatted(file, line), e)
                : new DumpException("%s:%d is no JSON: %s".formatted(file, line, e.getOriginalMessage()), e);
    }

    private void value(JsonParser in) throws IOException {
        if (in.currentToken() == JsonToken.START_ARRAY) {
            while (in.nextToken() != JsonToken.END_ARRAY) {
                value(in);
            }
        } else if (in.currentToken() == JsonToken.START_OBJECT) {
            object(in);
        } else {
            throw new DumpException("%s:%d holds %s where an object should stand"
                    .formatted(file, in.currentTokenLocation().getLineNr(), in.getText()));
        }
    }

    /// What an object says of itself at its first level.
    private static final class Top {
        private String apiVersion = "";
        private String kind = "";
        private String moment = "";
        private String origin = "";
        private String semantics = "";
        private final Map<String, String> flags = new TreeMap<>();
        private final List<Gap> gaps = new ArrayList<>();
        private boolean list;
        /// Items that do not say their kind themselves, for that of the list stands behind them.
        private final List<RawObject> nameless = new ArrayList<>();
    }

    private void object(JsonParser in) throws IOException {
        int line = in.currentTokenLocation().getLineNr();
        long from = in.currentTokenLocation().getByteOffset();
        text.forget(from);
        var top = new Top();
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String field = in.currentName();
            in.nextToken();
            field(in, field, top);
        }
        long to = in.currentLocation().getByteOffset();
        if (top.list && (top.kind.endsWith(LIST) || top.kind.equals(DumpFiles.EXPORT_KIND))) {
            if (top.kind.equals(DumpFiles.EXPORT_KIND)) {
                header = Optional.of(new ExportHeader(
                        moment(top.moment),
                        top.origin,
                        top.gaps,
                        new StatedSettings(Semantics.of(top.semantics), top.flags)));
            }
            String kind = top.kind.equals(LIST) || top.kind.equals(DumpFiles.EXPORT_KIND)
                    ? ""
                    : top.kind.substring(0, top.kind.length() - LIST.length());
            top.nameless.forEach(item -> found.accept(typed(item, top.apiVersion, kind)));
        } else if (text.hasForgotten(from)) {
            throw new DumpException("%s begins a list and never says its kind: it was cut off; write it again"
                    .formatted(new Place(file, line)));
        } else {
            found.accept(new RawObject(
                    text.slice(from, to), GroupVersionKind.of(top.apiVersion, top.kind), new Place(file, line)));
        }
        text.forget(to);
    }

    private static RawObject typed(RawObject item, String apiVersion, String kind) {
        return new RawObject(item.json(), GroupVersionKind.of(apiVersion, kind), item.place());
    }

    private void field(JsonParser in, String field, Top top) throws IOException {
        switch (field) {
            case "apiVersion" -> top.apiVersion = in.getValueAsString("");
            case "kind" -> top.kind = in.getValueAsString("");
            case "moment" -> top.moment = in.getValueAsString("");
            case "origin" -> top.origin = in.getValueAsString("");
            case StatedSettings.SEMANTICS -> top.semantics = in.getValueAsString("");
            case StatedSettings.FLAGS -> flags(in, top.flags);
            case "gaps" -> gaps(in, top.gaps);
            case "items" -> {
                if (in.currentToken() == JsonToken.START_ARRAY) {
                    top.list = true;
                    items(in, top.nameless);
                } else {
                    top.list = in.currentToken() == JsonToken.VALUE_NULL;
                    in.skipChildren();
                }
            }
            default -> in.skipChildren();
        }
    }

    private void items(JsonParser in, List<RawObject> nameless) throws IOException {
        while (in.nextToken() != JsonToken.END_ARRAY) {
            if (in.currentToken() != JsonToken.START_OBJECT) {
                in.skipChildren();
                continue;
            }
            int line = in.currentTokenLocation().getLineNr();
            long from = in.currentTokenLocation().getByteOffset();
            text.forget(from);
            String apiVersion = "";
            String kind = "";
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                String field = in.currentName();
                in.nextToken();
                if (field.equals("apiVersion")) {
                    apiVersion = in.getValueAsString("");
                } else if (field.equals("kind")) {
                    kind = in.getValueAsString("");
                }
                in.skipChildren();
            }
            long to = in.currentLocation().getByteOffset();
            var item =
                    new RawObject(text.slice(from, to), GroupVersionKind.of(apiVersion, kind), new Place(file, line));
            text.forget(to);
            if (kind.isEmpty()) {
                nameless.add(item);
            } else {
                found.accept(item);
            }
        }
    }

    private static void flags(JsonParser in, Map<String, String> flags) throws IOException {
        if (in.currentToken() != JsonToken.START_OBJECT) {
            in.skipChildren();
            return;
        }
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String flag = in.currentName();
            in.nextToken();
            flags.put(flag, in.getValueAsString(""));
            in.skipChildren();
        }
    }

    private static void gaps(JsonParser in, List<Gap> gaps) throws IOException {
        if (in.currentToken() != JsonToken.START_ARRAY) {
            in.skipChildren();
            return;
        }
        while (in.nextToken() == JsonToken.START_OBJECT) {
            String resource = "";
            String why = "";
            String unknown = "";
            boolean absent = false;
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                String field = in.currentName();
                String value = in.nextTextValue();
                boolean holds = in.currentToken() == JsonToken.VALUE_TRUE;
                String text = value == null ? "" : value;
                switch (field) {
                    case "resource" -> resource = text;
                    case "why" -> why = text;
                    case "unknown" -> unknown = text;
                    case "absent" -> absent = holds;
                    default -> {
                        // of a later version
                    }
                }
            }
            gaps.add(new Gap(resource, why, unknown, absent));
        }
    }

    private Instant moment(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            throw new DumpException(
                    "%s is an export without its moment: \"%s\" is no time; export the cluster again"
                            .formatted(file, text),
                    e);
        }
    }
}
