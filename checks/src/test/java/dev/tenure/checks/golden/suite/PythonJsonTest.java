package dev.tenure.checks.golden.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PythonJsonTest {
    /// What is read → what Python 3.11 writes for it.
    private static final Map<String, String> WRITTEN = Map.ofEntries(
            Map.entry("{\"b\":1,\"a\":[true,null]}", "{\"a\": [true, null], \"b\": 1}"),
            Map.entry("[]", "[]"),
            Map.entry("{}", "{}"),
            Map.entry("1.0", "1.0"),
            Map.entry("1e3", "1000.0"),
            Map.entry("0.5", "0.5"),
            Map.entry("1e16", "1e+16"),
            Map.entry("123456789012345680.0", "1.2345678901234568e+17"),
            Map.entry("0.0001", "0.0001"),
            Map.entry("0.00001", "1e-05"),
            Map.entry("-2.5e-7", "-2.5e-07"),
            Map.entry("18446744073709551615", "18446744073709551615"),
            Map.entry("\"é\\u0001😀\\n\"", "\"\\u00e9\\u0001\\ud83d\\ude00\\n\""));

    @Test
    void numbersTextsAndOrderAreWrittenAsPythonDoes() {
        WRITTEN.forEach(
                (read, written) -> assertThat(PythonJson.sorted(Json.read(read.getBytes(StandardCharsets.UTF_8))))
                        .isEqualTo(written));
    }
}
