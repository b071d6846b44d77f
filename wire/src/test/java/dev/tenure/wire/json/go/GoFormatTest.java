package dev.tenure.wire.json.go;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Values as Go's `%v` prints them, each checked against Go.
final class GoFormatTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            1000000.0                             | 1e+06
            100000.0                              | 100000
            123456789.0                           | 1.23456789e+08
            1e21                                  | 1e+21
            2.0                                   | 2
            -2.5                                  | -2.5
            0.0001                                | 0.0001
            0.00001                               | 1e-05
            1000000                               | 1000000
            100000000000000000000                 | 1e+20
            true                                  | true
            null                                  | <nil>
            "a b"                                 | a b
            []                                    | []
            ["a", 1, {"b": null, "a": 2.0}]       | [a 1 map[a:2 b:<nil>]]
            """)
    void arePrinted(String json, String printed) {
        String object = "{\"v\": " + json + "}";
        assertThat(GoFormat.plain(
                        Json.readObject(object.getBytes(StandardCharsets.UTF_8)).path("v")))
                .isEqualTo(printed);
    }
}
