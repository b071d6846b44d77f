package dev.tenure.apiserver.http.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What kube-apiserver 1.36.3 takes as the type of a body and of a patch.
class MediaTypesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "APPLICATION/JSON",
                "application/json; charset=utf-8",
                "application/json ; a=b",
                "application/json;",
                "application/json; q=1; q=1",
                "application/json; a=\"b;c\""
            })
    void parametersAndCapitalsAreLeftOut(String header) {
        assertThat(MediaTypes.ofBody(header)).isEqualTo("application/json");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json; charset",
                "application/json; charset=",
                "application/json; charset=\"utf-8",
                "application/json; q=1; q=2",
                "application/json; a=b c",
                "application/json,application/yaml",
                "application/ json",
                "/json"
            })
    void whatCannotBeReadNamesNoFormat(String header) {
        assertThat(MediaTypes.ofBody(header)).isEqualTo(header);
    }

    /// What a stranger sends is read once, from its beginning to its end.
    @Test
    @Timeout(20)
    void manyParametersAreReadInOnePass() {
        String header = "application/json" + ";a=b".repeat(500_000);

        assertThat(MediaTypes.ofBody(header)).isEqualTo("application/json");
    }

    @Test
    void noneIsNone() {
        assertThat(MediaTypes.ofBody("")).isEmpty();
        assertThat(MediaTypes.ofPatch("")).isEmpty();
    }

    @Test
    void patchesAreKnownByTheirExactNames() {
        assertThat(MediaTypes.ofPatch("application/merge-patch+json;charset=utf-8"))
                .isEqualTo("application/merge-patch+json");
        assertThat(MediaTypes.ofPatch("application/merge-patch+json ; x")).isEqualTo("application/merge-patch+json ");
        assertThat(MediaTypes.ofPatch("Application/merge-patch+json")).isEqualTo("Application/merge-patch+json");
    }
}
