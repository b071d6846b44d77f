package dev.tenure.apiserver.negotiate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.wire.ObjectCodec.Format;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AcceptTest {
    private static final String TABLE = ";as=Table;v=v1;g=meta.k8s.io";

    @ParameterizedTest
    @CsvSource({
        "application/json, JSON",
        "application/yaml, YAML",
        "*/*, JSON",
    })
    void tablesAreText(String type, String format) {
        Representation chosen = Accept.parse(type + TABLE).choose(List.of(), false);
        assertThat(chosen.form()).isEqualTo(Representation.Form.TABLE);
        assertThat(chosen.format().name()).isEqualTo(format);
    }

    @Test
    void thereAreNoTablesInProtobuf() {
        Accept alone = Accept.parse("application/vnd.kubernetes.protobuf" + TABLE);
        assertThatThrownBy(() -> alone.choose(List.of(), false)).isInstanceOf(RefusedException.class);
        assertThat(alone.chooseUntyped(false)).isEmpty();
        Representation next = Accept.parse("application/vnd.kubernetes.protobuf" + TABLE + ",application/json")
                .choose(List.of(), false);
        assertThat(next.form()).isEqualTo(Representation.Form.OBJECT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json;v=v1;g=meta.k8s.io",
                "application/json;as=",
                "application/json;stream=x",
                "application/yaml;stream=watch",
            })
    void whatAsksForNoFormThatThereIsIsNotAccepted(String header) {
        assertRefused(header, "application/json, application/yaml, application/vnd.kubernetes.protobuf");
        assertThat(Accept.parse(header + ",application/yaml;q=0.5")
                        .choose(List.of(), false)
                        .format())
                .isEqualTo(Format.YAML);
    }

    /// Whether there is a stream of that is asked once it begins.
    @Test
    void whoPrefersYamlGetsItWhateverElseHeTakes() {
        assertThat(Accept.parse("application/json;q=0.1,application/yaml")
                        .choose(List.of(), false)
                        .format())
                .isEqualTo(Format.YAML);
        assertThat(Accept.parse("application/yaml;q=0.1,application/json;stream=watch")
                        .choose(List.of(), false)
                        .format())
                .isEqualTo(Format.JSON);
        assertRefused("text/html", "application/json, application/yaml, application/vnd.kubernetes.protobuf");
    }

    private static void assertRefused(String header, String accepted) {
        assertThatThrownBy(() -> Accept.parse(header).choose(List.of(), false))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        e -> assertThat(e.status().message())
                                .isEqualTo("only the following media types are accepted: " + accepted));
    }
}
