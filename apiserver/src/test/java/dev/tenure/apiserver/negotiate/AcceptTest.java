package dev.tenure.apiserver.negotiate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.apiserver.registry.RefusedException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AcceptTest {
    private static final String TABLE = ";as=Table;v=v1;g=meta.k8s.io";

    @ParameterizedTest
    @CsvSource({
        "application/json, JSON",
        "application/yaml, YAML",
        "*/*, JSON",
    })
    void tablesAreText(String type, String format) {
        Representation chosen = Accept.parse(type + TABLE).choose(List.of(), false, false);
        assertThat(chosen.form()).isEqualTo(Representation.Form.TABLE);
        assertThat(chosen.format().name()).isEqualTo(format);
    }

    @Test
    void thereAreNoTablesInProtobuf() {
        Accept alone = Accept.parse("application/vnd.kubernetes.protobuf" + TABLE);
        assertThatThrownBy(() -> alone.choose(List.of(), false, false)).isInstanceOf(RefusedException.class);
        assertThat(alone.chooseUntyped(false, false)).isEmpty();
        Representation next = Accept.parse("application/vnd.kubernetes.protobuf" + TABLE + ",application/json")
                .choose(List.of(), false, false);
        assertThat(next.form()).isEqualTo(Representation.Form.OBJECT);
    }
}
