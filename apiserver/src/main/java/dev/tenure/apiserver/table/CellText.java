package dev.tenure.apiserver.table;

import dev.tenure.model.meta.LabelSelector;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NumberNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.TextNode;
import dev.tenure.wire.view.Views;
import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/// What cells of several kinds have in common. Upstream: printers/internalversion,
/// apimachinery/pkg/util/duration.
public final class CellText {
    public static final String NONE = "<none>";
    public static final String UNKNOWN = "<unknown>";
    public static final String UNSET = "<unset>";

    private CellText() {}

    public static Column name() {
        return new Column(
                "Name",
                "string",
                "name",
                0,
                (o, _) -> TextNode.valueOf(Cells.at(o, "metadata", "name").asText()));
    }

    public static Column text(String title, Function<ObjectNode, String> value) {
        return new Column(title, "string", "", 0, (o, _) -> TextNode.valueOf(value.apply(o)));
    }

    /// A column of the wide form.
    public static Column wide(String title, Function<ObjectNode, String> value) {
        return new Column(title, "string", "", 1, (o, _) -> TextNode.valueOf(value.apply(o)));
    }

    public static Column number(String title, String... path) {
        return new Column(
                title,
                "integer",
                "",
                0,
                (o, _) -> NumberNode.valueOf(Cells.at(o, path).asInt(0)));
    }

    public static Column age() {
        return new Column(
                "Age",
                "string",
                "",
                0,
                (o, now) -> TextNode.valueOf(
                        Cells.age(Cells.at(o, "metadata", "creationTimestamp").asText(""), now)));
    }

    public static String or(String text, String otherwise) {
        return text.isEmpty() ? otherwise : text;
    }

    /// Labels as `a=b,c=d`, in order.
    public static String labels(JsonNode labels) {
        Map<String, String> sorted = new TreeMap<>();
        labels.properties()
                .forEach(entry -> sorted.put(entry.getKey(), entry.getValue().asText()));
        var texts = new ArrayList<String>();
        sorted.forEach((key, value) -> texts.add(key + "=" + value));
        return or(String.join(",", texts), NONE);
    }

    /// A label selector as text.
    public static String selector(JsonNode selector) {
        LabelSelector read = Views.selector(selector);
        return or(read.toString(), NONE);
    }

    /// Names of containers, in order.
    public static String containers(JsonNode podSpec) {
        return list(podSpec.path("containers"), "name");
    }

    public static String images(JsonNode podSpec) {
        return list(podSpec.path("containers"), "image");
    }

    private static String list(JsonNode containers, String field) {
        var texts = new ArrayList<String>();
        containers.forEach(container -> texts.add(container.path(field).asText("")));
        return String.join(",", texts);
    }
}
