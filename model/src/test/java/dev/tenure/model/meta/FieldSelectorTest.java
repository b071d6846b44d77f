package dev.tenure.model.meta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FieldSelectorTest {
    private static final Map<String, String> FIELDS = Map.of("metadata.name", "p1", "spec.nodeName", "n1");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | true", "metadata.name=p1 | true", "metadata.name==p1 | true", "metadata.name!=p1 | false",
                "metadata.name=p2 | false", "spec.nodeName!= | true", "spec.nodeName= | false", "status.phase= | true",
                "metadata.name=p1,spec.nodeName=n1 | true", "metadata.name=p1,spec.nodeName=n2 | false", ", | true"
            })
    void everyTermMustHold(String text, boolean matches) {
        assertThat(FieldSelector.parse(text).matches(field -> FIELDS.getOrDefault(field, "")))
                .isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "metadata.name | invalid selector: 'metadata.name'; can't understand 'metadata.name'",
                "b=1,a | invalid selector: 'b=1,a'; can't understand 'a'",
                "a=b=c | invalid field selector: unescaped character in value: 61",
                "a=\\x | invalid field selector: invalid escape sequence: \\x",
                "a=\\ | invalid field selector: invalid escape sequence: \\"
            })
    void aWrongSelectorIsRefusedInUpstreamsWords(String text, String message) {
        assertThatThrownBy(() -> FieldSelector.parse(text))
                .isInstanceOf(SelectorSyntaxException.class)
                .hasMessage(message);
    }

    @Test
    void escapedSignsBelongToTheValue() {
        FieldSelector selector = FieldSelector.parse("a=p1\\,\\=\\\\,b!=2");

        assertThat(selector.exactly("a")).contains("p1,=\\");
        assertThat(selector).hasToString("a=p1\\,\\=\\\\,b!=2");
    }
}
