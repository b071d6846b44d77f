package dev.tenure.wire.patch;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NumberNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.TextNode;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/// Trees for tests: read from text with single quotes, or drawn from a seed.
public final class PatchTrees {
    private PatchTrees() {}

    public static JsonNode tree(String text) {
        return Json.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    public static ObjectNode object(String text) {
        return (ObjectNode) tree(text);
    }

    public static ObjectNode randomObject(Random random, int depth) {
        ObjectNode object = Json.object();
        int size = random.nextInt(4);
        for (int i = 0; i < size; i++) {
            object.set("k" + random.nextInt(5), randomValue(random, depth));
        }
        return object;
    }

    private static JsonNode randomValue(Random random, int depth) {
        return switch (random.nextInt(depth > 0 ? 5 : 3)) {
            case 0 -> NumberNode.valueOf(random.nextInt(3));
            case 1 -> TextNode.valueOf("t" + random.nextInt(3));
            case 2 -> Json.array().add(random.nextInt(2)).add("x");
            default -> randomObject(random, depth - 1);
        };
    }
}
