package dev.tenure.checks.fuzz;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.BooleanNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.NumberNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.TextNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Changes a few values of a document, mostly to others of the same sort, so that what is wrong is found
/// late.
record TreeMutation(Draw draw) {
    private static final int CHANGES_MAX = 3;
    private static final int REPEATS_MAX = 40;
    private static final List<String> TEXTS = List.of(
            "",
            " ",
            "-",
            "a",
            "A",
            "a/b",
            "a.b/c",
            "*",
            "0",
            "-1",
            "1e9",
            "100Mi",
            "0.5",
            "50%",
            "\u0000",
            "\u00e9",
            "\ud83d\ude00",
            "x".repeat(64),
            "x".repeat(260),
            "2026-01-01T00:00:00Z",
            "kube-system",
            "Always",
            "None",
            "a=b",
            "$(a)",
            "../..",
            "^(a+)+$",
            "(",
            "self.a",
            "self",
            "true",
            "10.0.0.1",
            "::1",
            "https://x.test",
            "1.5h",
            "@daily",
            "60 * * * *");

    /// One value in its place: a member of an object, or an element of a list.
    private record Place(JsonNode parent, String name, int index) {
        JsonNode value() {
            return parent.isObject() ? parent.path(name) : parent.path(index);
        }

        void put(JsonNode value) {
            if (parent instanceof ObjectNode object) {
                object.set(name, value);
            } else if (parent instanceof ArrayNode list) {
                list.set(index, value);
            }
        }

        void remove() {
            if (parent instanceof ObjectNode object) {
                object.remove(name);
            } else if (parent instanceof ArrayNode list) {
                list.remove(index);
            }
        }
    }

    /// @return JSON; now and then broken, or the same as before
    byte[] of(JsonNode given) {
        JsonNode tree = given.deepCopy();
        if (draw.oneIn(8)) {
            return bytes(tree);
        }
        for (int i = draw.below(CHANGES_MAX) + 1; i > 0; i--) {
            List<Place> places = new ArrayList<>();
            collect(tree, places);
            if (!places.isEmpty()) {
                change(places);
            }
        }
        byte[] bytes = bytes(tree);
        return draw.oneIn(30) ? draw.flipped(bytes) : bytes;
    }

    private static byte[] bytes(JsonNode tree) {
        return tree.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void collect(JsonNode node, List<Place> places) {
        if (node.isObject()) {
            node.fieldNames().forEachRemaining(name -> {
                places.add(new Place(node, name, 0));
                collect(node.path(name), places);
            });
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                places.add(new Place(node, "", i));
                collect(node.path(i), places);
            }
        }
    }

    private void change(List<Place> places) {
        Place place = draw.of(places);
        JsonNode value = place.value();
        switch (draw.below(8)) {
            case 0 -> place.remove();
            case 1 -> place.put(strange());
            case 2 -> place.put(draw.of(places).value().deepCopy());
            case 3 -> renamed(place);
            case 4 -> repeated(value);
            default -> place.put(alike(value));
        }
    }

    private JsonNode alike(JsonNode value) {
        if (value.isTextual()) {
            return TextNode.valueOf(otherText(value.asText()));
        }
        if (value.isNumber()) {
            return otherNumber(value.asLong());
        }
        if (value.isBoolean()) {
            return BooleanNode.valueOf(!value.asBoolean());
        }
        return value.isArray() ? Json.array() : Json.object();
    }

    private String otherText(String text) {
        return switch (draw.below(4)) {
            case 0 -> text + draw.of(TEXTS);
            case 1 -> text.isEmpty() ? "x" : text.substring(1);
            default -> draw.of(TEXTS);
        };
    }

    private JsonNode otherNumber(long number) {
        return switch (draw.below(6)) {
            case 0 -> NumberNode.valueOf(-1);
            case 1 -> NumberNode.valueOf(0);
            case 2 -> NumberNode.valueOf(number + 1);
            case 3 -> NumberNode.valueOf(Long.MAX_VALUE);
            case 4 -> NumberNode.valueOf(new BigDecimal("0.5"));
            default -> NumberNode.valueOf(BigInteger.TEN.pow(30));
        };
    }

    private JsonNode strange() {
        return switch (draw.below(8)) {
            case 0 -> NullNode.INSTANCE;
            case 1 -> BooleanNode.valueOf(true);
            case 2 -> NumberNode.valueOf(draw.below(3) - 1);
            case 3 -> Json.array();
            case 4 -> Json.object();
            case 5 -> Json.array().addNull();
            case 6 -> Json.object().putNull(draw.of(TEXTS));
            default -> TextNode.valueOf(draw.of(TEXTS));
        };
    }

    private void renamed(Place place) {
        if (place.parent() instanceof ObjectNode object) {
            JsonNode value = place.value();
            object.remove(place.name());
            object.set(draw.oneIn(2) ? draw.of(TEXTS) : place.name() + "s", value);
        }
    }

    private void repeated(JsonNode value) {
        if (value instanceof ArrayNode list && !list.isEmpty()) {
            JsonNode first = list.get(draw.below(list.size()));
            for (int i = draw.below(REPEATS_MAX); i >= 0; i--) {
                list.add(first.deepCopy());
            }
        }
    }
}
