package dev.tenure.wire.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.wire.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class YamlDocumentsTest {
    private static List<String> read(String text) {
        return Yaml.readAll(text.getBytes(StandardCharsets.UTF_8)).stream()
                .map(document -> document.value().toString())
                .toList();
    }

    @Test
    void everyDocumentIsWholeFromItsFirstLine() {
        assertThat(read("apiVersion: v1\nkind: Node\n---\napiVersion: apps/v1\nkind: Deployment\n"))
                .containsExactly(
                        "{\"apiVersion\":\"v1\",\"kind\":\"Node\"}",
                        "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\"}");
    }

    @Test
    void separatorsMayBearCommentsAndTextMayHoldDashes() {
        assertThat(read("---  # first\na: |\n  x\n  --- y\n--- # second\nb: 1\n"))
                .containsExactly("{\"a\":\"x\\n--- y\\n\"}", "{\"b\":1}");
    }

    @Test
    void nothingBetweenSeparatorsIsNull() {
        assertThat(read("---\n# only a comment\n---\na: 1\n")).containsExactly("null", "{\"a\":1}");
    }

    @Test
    void aLaterDocumentThatIsBrokenIsRefused() {
        assertThatThrownBy(() -> read("a: 1\n---\nb: [\n")).isInstanceOf(YamlException.class);
    }

    @Test
    void directivesThatNobodyKnowsAreRefused() {
        Map.of(
                        "%FOO bar\n---\na: 1\n", "yaml: found unknown directive name",
                        "# x\n%FOO\n---\na: 1\n", "yaml: line 2: found unknown directive name",
                        "%\n---\na: 1\n", "yaml: could not find expected directive name",
                        "%YAML\n---\na: 1\n", "yaml: did not find expected version number",
                        "%YAML 2.0\n---\na: 1\n", "yaml: found incompatible YAML document",
                        "%YAML 1.3\n---\na: 1\n", "yaml: found incompatible YAML document")
                .forEach((text, fault) -> assertThatThrownBy(() -> read(text))
                        .as(text)
                        .isInstanceOf(YamlException.class)
                        .hasMessage(fault));
        assertThat(read("%YAML 1.1\n%TAG !e! tag:x,2000:\n---\na: 1\n")).containsExactly("{\"a\":1}");
        assertThat(read("a: |\n  x\n  %y\n")).containsExactly("{\"a\":\"x\\n%y\\n\"}");
    }

    @Test
    void textsInFlowStyleMayBeSetApartByTabs() {
        assertThat(read("""

            {
            \t"a":\t[1,\t2],\t# it's\ta comment
            \t'b':\t'x\ty',
            \tc: it's\t,
            \td: "\\t\\"\t"
            }
            """)).containsExactly("{\"a\":[1,2],\"b\":\"x\\ty\",\"c\":\"it's\",\"d\":\"\\t\\\"\\t\"}");
        assertThat(read("[\n\t{\n\t\t\"a\": {}\n\t}\n]")).containsExactly("[{\"a\":{}}]");
        assertThatThrownBy(() -> read("a:\n\tb: 1\n")).isInstanceOf(YamlException.class);
    }

    @Test
    void aLongTextOfNumbersIsWritten() {
        String text = "1" + ":1".repeat(100_000);
        String written = new String(Yaml.write(Json.object().put("a", text)), StandardCharsets.UTF_8);

        assertThat(read(written)).containsExactly("{\"a\":\"" + text + "\"}");
    }
}
