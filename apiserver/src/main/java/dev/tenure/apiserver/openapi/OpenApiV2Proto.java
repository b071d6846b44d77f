package dev.tenure.apiserver.openapi;

import com.google.protobuf.CodedOutputStream;
import dev.tenure.wire.json.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/// A Swagger 2.0 document as the protobuf message that kubectl reads. Field numbers: gnostic's
/// openapi.v2.Document.
final class OpenApiV2Proto {
    private interface Body {
        void write(CodedOutputStream out) throws IOException;
    }

    private OpenApiV2Proto() {}

    static byte[] bytes(JsonNode document) {
        return message(out -> {
            text(out, 1, document.path("swagger").asText());
            nested(out, 2, info -> {
                text(info, 1, document.path("info").path("title").asText());
                text(info, 2, document.path("info").path("version").asText());
            });
            nested(out, 8, paths -> {
                for (var path : document.path("paths").properties()) {
                    nested(paths, 2, named -> {
                        text(named, 1, path.getKey());
                        nested(named, 2, item -> pathItem(item, path.getValue()));
                    });
                }
            });
            nested(out, 9, definitions -> {
                for (var definition : document.path("definitions").properties()) {
                    nested(definitions, 1, named -> named(named, definition.getKey(), definition.getValue()));
                }
            });
        });
    }

    private static void pathItem(CodedOutputStream out, JsonNode item) throws IOException {
        for (var entry : item.properties()) {
            int number = switch (entry.getKey()) {
                case "get" -> 2;
                case "put" -> 3;
                case "post" -> 4;
                case "delete" -> 5;
                case "options" -> 6;
                case "head" -> 7;
                case "patch" -> 8;
                default -> 0;
            };
            if (number > 0) {
                nested(out, number, operation -> operation(operation, entry.getValue()));
            }
        }
        for (JsonNode parameter : item.path("parameters")) {
            nested(out, 9, one -> parameter(one, parameter));
        }
    }

    private static void operation(CodedOutputStream out, JsonNode operation) throws IOException {
        for (JsonNode tag : operation.path("tags")) {
            text(out, 1, tag.asText());
        }
        text(out, 5, operation.path("operationId").asText());
        for (JsonNode type : operation.path("produces")) {
            text(out, 6, type.asText());
        }
        for (JsonNode type : operation.path("consumes")) {
            text(out, 7, type.asText());
        }
        for (JsonNode parameter : operation.path("parameters")) {
            nested(out, 8, one -> parameter(one, parameter));
        }
        nested(out, 9, responses -> {
            for (var response : operation.path("responses").properties()) {
                nested(responses, 1, named -> {
                    text(named, 1, response.getKey());
                    nested(named, 2, value -> nested(value, 1, one -> response(one, response.getValue())));
                });
            }
        });
        extensions(out, 13, operation);
    }

    private static void response(CodedOutputStream out, JsonNode response) throws IOException {
        text(out, 1, response.path("description").asText());
        if (response.has("schema")) {
            nested(out, 2, item -> nested(item, 1, schema -> schema(schema, response.path("schema"))));
        }
    }

    private static void parameter(CodedOutputStream out, JsonNode parameter) throws IOException {
        nested(out, 1, one -> {
            switch (parameter.path("in").asText()) {
                case "body" ->
                    nested(one, 1, body -> {
                        text(body, 2, "body");
                        text(body, 3, "body");
                        flag(body, 4, parameter.path("required").asBoolean());
                        nested(body, 5, schema -> schema(schema, parameter.path("schema")));
                    });
                case "query" -> nested(one, 2, other -> nested(other, 3, query -> simple(query, parameter, 6)));
                default -> nested(one, 2, other -> nested(other, 4, path -> simple(path, parameter, 5)));
            }
        });
    }

    private static void simple(CodedOutputStream out, JsonNode parameter, int typeNumber) throws IOException {
        flag(out, 1, parameter.path("required").asBoolean());
        text(out, 2, parameter.path("in").asText());
        text(out, 4, parameter.path("name").asText());
        text(out, typeNumber, parameter.path("type").asText());
    }

    private static void named(CodedOutputStream out, String name, JsonNode schema) throws IOException {
        text(out, 1, name);
        nested(out, 2, value -> schema(value, schema));
    }

    private static void schema(CodedOutputStream out, JsonNode schema) throws IOException {
        text(out, 1, schema.path("$ref").asText(""));
        text(out, 2, schema.path("format").asText(""));
        text(out, 4, schema.path("description").asText(""));
        for (JsonNode required : schema.path("required")) {
            text(out, 19, required.asText());
        }
        if (schema.path("additionalProperties").isObject()) {
            nested(out, 21, item -> nested(item, 1, one -> schema(one, schema.path("additionalProperties"))));
        }
        if (schema.path("type").isTextual()) {
            nested(out, 22, type -> text(type, 1, schema.path("type").asText()));
        }
        if (schema.path("items").isObject()) {
            nested(out, 23, items -> nested(items, 1, one -> schema(one, schema.path("items"))));
        }
        if (!schema.path("properties").isEmpty()) {
            nested(out, 25, properties -> {
                for (var property : schema.path("properties").properties()) {
                    nested(properties, 1, one -> named(one, property.getKey(), property.getValue()));
                }
            });
        }
        extensions(out, 31, schema);
    }

    /// Vendor extensions carry their value as YAML, of which JSON is a part.
    private static void extensions(CodedOutputStream out, int number, JsonNode node) throws IOException {
        for (var field : node.properties()) {
            if (field.getKey().startsWith("x-")) {
                nested(out, number, named -> {
                    text(named, 1, field.getKey());
                    nested(named, 2, any -> text(any, 2, field.getValue() + "\n"));
                });
            }
        }
    }

    private static void text(CodedOutputStream out, int number, String value) throws IOException {
        if (!value.isEmpty()) {
            out.writeString(number, value);
        }
    }

    private static void flag(CodedOutputStream out, int number, boolean value) throws IOException {
        if (value) {
            out.writeBool(number, true);
        }
    }

    private static void nested(CodedOutputStream out, int number, Body body) throws IOException {
        out.writeByteArray(number, message(body));
    }

    private static byte[] message(Body body) {
        try {
            var bytes = new ByteArrayOutputStream();
            CodedOutputStream out = CodedOutputStream.newInstance(bytes);
            body.write(out);
            out.flush();
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
