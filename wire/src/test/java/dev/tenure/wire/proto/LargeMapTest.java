package dev.tenure.wire.proto;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.ObjectCodec;
import dev.tenure.wire.ObjectCodec.Format;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.schema.GroupVersionKind;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A body of a few megabytes may have hundreds of thousands of map entries: reading each must not take longer
/// because of those before it.
final class LargeMapTest {
    private static final int ENTRIES = 200_000;
    private static final GroupVersionKind CONFIG_MAP = GroupVersionKind.of("v1", "ConfigMap");

    private final ObjectCodec codec = ObjectCodec.builtIn();

    private ObjectNode read(byte[] protobuf) {
        return codec.decode(Format.PROTOBUF, protobuf, CONFIG_MAP).object();
    }

    @Test
    @Timeout(30)
    void aMapOfManyEntriesIsReadEntryByEntry() {
        ObjectNode map = Json.object();
        map.put("kind", "ConfigMap").put("apiVersion", "v1").putObject("metadata");
        ObjectNode data = map.putObject("data");
        for (int i = 0; i < ENTRIES; i++) {
            data.put("k" + i, "");
        }

        ObjectNode read = read(codec.encode(Format.PROTOBUF, map));

        assertThat(read.path("data").size()).isEqualTo(ENTRIES);
        assertThat(read.path("data").properties()).extracting(Map.Entry::getKey).isSorted();
    }

    /// Protobuf lets entries come in any order, and a key twice: the last value counts.
    @Test
    void entriesInAnyOrderAreReadAsGoShowsThem() {
        var out = new BackwardBuffer();
        Envelope.writeTail(out);
        int mark = out.size();
        for (String entry : new String[] {"b:3", "c:2", "a:2", "b:1"}) {
            int end = out.size();
            out.textField(2, entry.substring(2));
            out.textField(1, entry.substring(0, 1));
            out.endMessage(2, end);
        }
        Envelope.write(out, CONFIG_MAP, mark);

        assertThat(read(out.toBytes()).path("data")).hasToString("{\"a\":\"2\",\"b\":\"3\",\"c\":\"2\"}");
    }
}
