package dev.tenure.rules.taint;

import static dev.tenure.rules.Samples.tolerations;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class TaintConsentTest {
    private static final Taint TAINT = new Taint("k", "5", TaintEffect.NO_EXECUTE);

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | refused",
                "{other,Exists} | refused",
                "{k,Equal,5,NS} | refused",
                "{k,Exists} | forever",
                "{,Exists} | forever",
                "{k,Exists,,NX,60} | 60",
                // the first that matches counts
                "{k,Exists,,NX,60} {k,Equal,5} | 60",
                "{k,Equal,5} {k,Exists,,NX,60} | forever",
                // no time at all is no consent
                "{k,Exists,,NX,0} | refused",
                "{k,Exists,,NX,-5} {k,Exists} | refused",
                // only with the feature gate
                "{k,Gt,4} | gate",
                "{k,Gt,5} | refused",
                "{k,Lt,9,NX,60} {k,Exists} | gate",
                "{k,Exists} {k,Lt,9,NX,60} | forever"
            })
    void tolerationsStandToATaintInOneOfFourWays(String tolerations, String expected) {
        assertThat(word(TaintConsent.of(tolerations(tolerations), TAINT))).isEqualTo(expected);
    }

    /// What was written before the API server refused it.
    @ParameterizedTest
    @EnumSource(names = {"NO_SCHEDULE", "PREFER_NO_SCHEDULE"})
    void secondsCountOnlyWhereTheTaintEvicts(TaintEffect effect) {
        Taint taint = new Taint("k", "5", effect);

        assertThat(word(TaintConsent.of(tolerations("{k,Exists,,,60}"), taint))).isEqualTo("forever");
        assertThat(word(TaintConsent.of(tolerations("{k,Exists,,,0}"), taint))).isEqualTo("forever");
    }

    private static String word(TaintConsent consent) {
        return switch (consent) {
            case TaintConsent.Refused _ -> "refused";
            case TaintConsent.Forever _ -> "forever";
            case TaintConsent.For(var _, var stay) -> String.valueOf(stay.seconds());
            case TaintConsent.ByGate _ -> "gate";
        };
    }
}
