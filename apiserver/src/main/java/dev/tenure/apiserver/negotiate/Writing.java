package dev.tenure.apiserver.negotiate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.wire.json.Json;
import java.nio.charset.StandardCharsets;

/// Trees as text or protobuf.
final class Writing {
    private Writing() {}

    static byte[] bytes(ObjectNode tree, Representation wanted) {
        return switch (wanted.format()) {
            case JSON -> wanted.pretty() ? pretty(tree) : Json.write(tree);
            case YAML, PROTOBUF -> Json.write(tree);
        };
    }

    private static byte[] pretty(ObjectNode tree) {
        return (tree.toPrettyString() + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
