package dev.tenure.wire.schema;

import dev.tenure.model.meta.Frozen;
import dev.tenure.wire.schema.FieldType.Format;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads `types.txt`, which `src/schema` writes. A line without a leading tab opens a type: `OpenAPI name, Go
/// name, map type, kinds (apiVersion,Kind ...)`. The lines with a leading tab are its fields: `JSON name,
/// type, flags, protobuf path, further facts (key=value) ...`, all parted by tabs.
///
/// A type is `s` text, `i` and `l` whole numbers of 32 and 64 bits, `d` decimal, `b` bool, `y` bytes, each
/// followed by its Go name in angle brackets when it has one; `T M Q I R F J PB PA PS` are the special
/// formats; `@name` a structure; `[]X` a list, `[w]X` one that protobuf wraps, `{}X` a map; `*X` a pointer.
/// Flags: `e` omitempty, `z` omitzero.
final class TypeTable {
    static final String META = "io.k8s.apimachinery.pkg.apis.meta.v1.";

    private static final String SCHEMA_PROPS =
            "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps";

    private static final Map<String, Format> FORMATS = Map.of(
            "T", Format.TIME,
            "M", Format.MICRO_TIME,
            "Q", Format.QUANTITY,
            "I", Format.INT_OR_STRING,
            "R", Format.RAW_EXTENSION,
            "F", Format.FIELDS_V1,
            "J", Format.ANY,
            "PB", Format.SCHEMA_OR_BOOL,
            "PA", Format.SCHEMA_OR_ARRAY,
            "PS", Format.SCHEMA_OR_STRINGS);

    private final Map<String, ObjectType> types = new LinkedHashMap<>();
    private final Map<GroupVersionKind, ObjectType> kinds = new HashMap<>();

    private TypeTable() {}

    /// The types that are built in. Each call reads them anew.
    static Schema recorded() {
        try (InputStream in = TypeTable.class.getResourceAsStream("types.txt")) {
            if (in == null) {
                throw new IllegalStateException("resource types.txt is missing from the wire module");
            }
            return read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Schema read(String table) {
        TypeTable reader = new TypeTable();
        int start = 0;
        while (start < table.length()) {
            int headEnd = table.indexOf('\n', start);
            int end = endOfRows(table, headEnd);
            reader.add(table.substring(start, headEnd), table.substring(headEnd + 1, end));
            start = end;
        }
        return new Schema(reader.types, reader.kinds);
    }

    private static int endOfRows(String table, int headEnd) {
        int end = headEnd + 1;
        while (end < table.length() && table.charAt(end) == '\t') {
            end = table.indexOf('\n', end) + 1;
        }
        return end;
    }

    private void add(String head, String rows) {
        String[] cells = head.split("\t", -1);
        List<GroupVersionKind> own = new ArrayList<>();
        if (!cells[3].isEmpty()) {
            for (String kind : cells[3].split(" ")) {
                int comma = kind.indexOf(',');
                own.add(GroupVersionKind.of(kind.substring(0, comma), kind.substring(comma + 1)));
            }
        }
        ObjectType type = ObjectType.of(cells[0], cells[1], cells[2].equals("atomic"), () -> fields(rows));
        types.put(type.name(), type);
        own.forEach(kind -> kinds.put(kind, type));
    }

    private List<SchemaField> fields(String rows) {
        List<SchemaField> fields = new ArrayList<>();
        for (int start = 0; start < rows.length(); ) {
            int end = rows.indexOf('\n', start);
            fields.add(field(rows.substring(start, end).split("\t", -1)));
            start = end + 1;
        }
        return fields;
    }

    /// `cells` starts with an empty one, for the leading tab.
    private SchemaField field(String[] cells) {
        Map<String, String> facts = cells.length > 5 ? HashMap.newHashMap(4) : Map.of();
        for (int i = 5; i < cells.length; i++) {
            int equals = cells[i].indexOf('=');
            facts.put(cells[i].substring(0, equals), cells[i].substring(equals + 1));
        }
        String type = cells[2];
        boolean pointer = type.startsWith("*");
        String flags = cells[3];
        return new SchemaField(
                cells[1],
                type(pointer ? type.substring(1) : type),
                pointer,
                flags.indexOf('e') >= 0,
                flags.indexOf('z') >= 0,
                numbers(cells[4]),
                Frozen.set(split(facts.getOrDefault("ps", ""), ",")),
                Optional.ofNullable(facts.get("mk")),
                listKind(facts.getOrDefault("lt", "")),
                split(facts.getOrDefault("lk", ""), ","),
                SchemaField.MapKind.of(facts.getOrDefault("mt", "")),
                Optional.ofNullable(facts.get("df")),
                facts.getOrDefault("in", ""),
                facts.getOrDefault("gn", capitalised(cells[1])));
    }

    private static List<Integer> numbers(String path) {
        if (path.indexOf('/') < 0) {
            return path.isEmpty() ? List.of() : List.of(Integer.valueOf(path));
        }
        List<Integer> numbers = new ArrayList<>();
        for (String number : path.split("/")) {
            numbers.add(Integer.valueOf(number));
        }
        return numbers;
    }

    private static String capitalised(String name) {
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    private static List<String> split(String text, String separator) {
        return text.isEmpty() ? List.of() : List.of(text.split(separator));
    }

    private static SchemaField.ListKind listKind(String text) {
        return switch (text) {
            case "" -> SchemaField.ListKind.UNSTATED;
            case "atomic" -> SchemaField.ListKind.ATOMIC;
            case "set" -> SchemaField.ListKind.SET;
            case "map" -> SchemaField.ListKind.MAP;
            default -> throw new IllegalStateException("list type \"" + text + "\" is not known");
        };
    }

    private FieldType type(String text) {
        Format format = FORMATS.get(text);
        if (format != null) {
            return new FieldType.Special(
                    format, Optional.ofNullable(text.length() > 1 ? types.get(SCHEMA_PROPS) : null));
        }
        return switch (text.charAt(0)) {
            case '@' -> new FieldType.Struct(struct(text.substring(1)));
            case '[' -> list(text);
            case '{' -> map(text);
            default -> simple(text);
        };
    }

    private ObjectType struct(String name) {
        ObjectType type = types.get(name);
        if (type == null) {
            throw new IllegalStateException("type " + name + " is not in the table");
        }
        return type;
    }

    private FieldType list(String text) {
        int end = text.indexOf(']');
        FieldType element = type(text.substring(end + 1));
        return new FieldType.ListOf(
                element, text.charAt(1) == 'w', named(text.substring(0, end), "[]" + element.goName()));
    }

    private FieldType map(String text) {
        int end = text.indexOf('}');
        FieldType value = type(text.substring(end + 1));
        return new FieldType.MapOf(value, named(text.substring(0, end), "map[string]" + value.goName()));
    }

    private static FieldType simple(String text) {
        return switch (text.charAt(0)) {
            case 's' -> new FieldType.Text(named(text, "string"));
            case 'i' -> new FieldType.Whole(Integer.SIZE, named(text, "int32"));
            case 'l' -> new FieldType.Whole(Long.SIZE, named(text, "int64"));
            case 'd' -> new FieldType.Decimal(named(text, "float64"));
            case 'b' -> new FieldType.Bool(named(text, "bool"));
            case 'y' -> new FieldType.Bytes(named(text, "[]uint8"));
            default -> throw new IllegalStateException("type \"" + text + "\" is not known");
        };
    }

    private static String named(String text, String otherwise) {
        int open = text.indexOf('<');
        return open < 0 ? otherwise : text.substring(open + 1, text.indexOf('>'));
    }
}
