package dev.tenure.wire.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class PrettyJsonTest {
    @Test
    void itLooksAsGoWritesIt() {
        var tree = Json.read("{\"a\":1,\"b\":[1,{\"c\":\"x\"}],\"d\":{},\"e\":[]}".getBytes(StandardCharsets.UTF_8));

        assertThat(PrettyJson.write(tree)).isEqualTo("""
                {
                  "a": 1,
                  "b": [
                    1,
                    {
                      "c": "x"
                    }
                  ],
                  "d": {},
                  "e": []
                }""");
    }
}
