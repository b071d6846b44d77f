package dev.tenure.apiserver.negotiate;

import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.wire.ObjectCodec;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.PrettyJson;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Trees as text or protobuf.
final class Writing {
    private static final ObjectCodec CODEC = ObjectCodec.builtIn();

    private Writing() {}

    static byte[] bytes(ObjectNode tree, Representation wanted) {
        return switch (wanted.format()) {
            case JSON -> wanted.pretty() ? pretty(tree) : Json.write(tree);
            case YAML -> CODEC.encode(wanted.format(), tree);
            case PROTOBUF -> proto(tree);
        };
    }

    private static byte[] proto(ObjectNode tree) {
        try {
            return CODEC.encode(ObjectCodec.Format.PROTOBUF, tree);
        } catch (IllegalArgumentException _) {
            throw new RefusedException(Statuses.notAcceptable(List.of("application/json", "application/yaml")));
        }
    }

    private static byte[] pretty(ObjectNode tree) {
        return PrettyJson.write(tree).getBytes(StandardCharsets.UTF_8);
    }
}
