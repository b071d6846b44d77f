package dev.tenure.rules.taint;

import static dev.tenure.rules.Samples.taint;
import static dev.tenure.rules.Samples.taints;
import static dev.tenure.rules.Samples.toleration;
import static dev.tenure.rules.Samples.tolerations;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Stay;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.core.TolerationOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The vectors M01 to M20 and M25 of the specification, and the whole table behind them.
final class TolerationRuleTest {
    @ParameterizedTest(name = "{0}: {1} and {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "M01 | {key,Equal,value,NS} | key=value:NS | true",
                "M02 | {key,,value,NS} | key=value:NS | true",
                "M03 | {key,Exists,,NS} | key=value:NS | true",
                "M04 | {key,Exists} | key=value:NX | true",
                "M05 | {key,Equal,other,NS} | key=value:NS | false",
                "M06 | {key,Equal,value,NX} | key=value:NS | false",
                "M07 | {,Exists} | any=thing:PNS | true",
                "M08a | {,Exists,,NX} | a:NS | false",
                "M08b | {,Exists,,NX} | a:NX | true",
                "M09 | {key,Equal,} | key:NS | true",
                "M10 | {key,Equal,} | key=v:NS | false",
                "M11 | {,Equal,v} | x=v:NS | true",
                "M12 | {Key,Exists} | key:NS | false",
                "M13 | {key,exists} | key:NS | false",
                "M16 | {sla,Gt,950,NS} | sla=960:NS | false",
                "M16 with Lt | {sla,Lt,970,NS} | sla=960:NS | false"
            })
    void m01ToM13AndM16MatchAsSpecified(String vector, String toleration, String taint, boolean matches) {
        assertThat(TolerationRule.tolerates(toleration(toleration), taint(taint)))
                .as(vector)
                .isEqualTo(matches);
    }

    @ParameterizedTest(name = "{0}: {1} and {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "M14a | {sla,Gt,950,NS} | sla=960:NS | true",
                "M14b | {sla,Gt,950,NS} | sla=950:NS | false",
                "M14c | {sla,Gt,950,NS} | sla=940:NS | false",
                "M15a | {sla,Lt,800,NS} | sla=700:NS | true",
                "M15b | {sla,Lt,800,NS} | sla=800:NS | false",
                "M17a | {sla,Gt,5} | sla=high:NS | false",
                "M17b | {sla,Gt,5} | sla=0950:NS | false",
                "M17c | {sla,Gt,5} | sla:NS | false",
                "M18 | {sla,Gt,-5} | sla=0:NS | true",
                "not canonical | {sla,Gt,+5} | sla=6:NS | false",
                "minus zero | {sla,Gt,-0} | sla=6:NS | false",
                "out of range | {sla,Lt,9223372036854775808} | sla=6:NS | false",
                "other effect | {sla,Gt,5,NX} | sla=6:NS | false",
                "other key | {slb,Gt,5} | sla=6:NS | false"
            })
    void m14ToM18CompareNumbersBehindTheirGate(String vector, String toleration, String taint, boolean matches) {
        assertThat(TolerationRule.tolerates(toleration(toleration), taint(taint), true))
                .as(vector)
                .isEqualTo(matches);
        assertThat(TolerationRule.tolerates(toleration(toleration), taint(taint), false))
                .as(vector)
                .isFalse();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "M19 | '' | a:PNS b:NS c:NX | b:NS",
                "M20 | {b,Exists} | a:PNS b:NS c:NX | c:NX",
                "all | {,Exists} | a:PNS b:NS c:NX | ''",
                "M25 | {key1,Equal,value1,NS} {key1,Equal,value1,NX} | key1=value1:NS key1=value1:NX key2=value2:NS | key2=value2:NS"
            })
    void m19M20AndM25NameTheFirstTaintThatIsNotTolerated(
            String vector, String tolerations, String taints, String first) {
        Optional<Taint> wanted = taints(first).stream().findFirst();
        assertThat(TolerationRule.firstUntolerated(taints(taints), tolerations(tolerations), TolerationRule.KEEPS_OFF))
                .as(vector)
                .isEqualTo(wanted);
    }

    @Test
    void m25LeavesARunningPodAlone() {
        List<Taint> taints = taints("key1=value1:NS key1=value1:NX key2=value2:NS");
        List<Toleration> tolerations = tolerations("{key1,Equal,value1,NS} {key1,Equal,value1,NX}");

        assertThat(TolerationRule.firstUntolerated(taints, tolerations, TolerationRule.EVICTS))
                .isEmpty();
    }

    /// Every toleration over two keys, two values and all operators and effects, against every taint over the
    /// same.
    @Test
    void aTolerationMatchesIffEffectKeyAndOperatorAllSaySo() {
        List<Optional<TaintEffect>> effects = new ArrayList<>(List.of(Optional.empty()));
        List<Taint> taints = new ArrayList<>();
        for (TaintEffect effect : TaintEffect.values()) {
            effects.add(Optional.of(effect));
            for (String key : List.of("a", "b")) {
                taints.add(new Taint(key, "", effect));
                taints.add(new Taint(key, "1", effect));
            }
        }
        int checked = 0;
        for (TolerationOperator operator : TolerationOperator.values()) {
            for (Optional<TaintEffect> effect : effects) {
                for (String key : List.of("", "a", "b", "c")) {
                    for (String value : List.of("", "1", "0")) {
                        Toleration toleration = new Toleration(key, operator, value, effect, Stay.forever());
                        taints.forEach(taint -> assertThat(TolerationRule.tolerates(toleration, taint, true))
                                .as("%s and %s", toleration, taint)
                                .isEqualTo(expected(toleration, taint)));
                        checked += taints.size();
                    }
                }
            }
        }
        assertThat(checked).isEqualTo(6 * 4 * 4 * 3 * 12);
    }

    private static boolean expected(Toleration toleration, Taint taint) {
        boolean effect = toleration.effect().isEmpty() || toleration.effect().equals(Optional.of(taint.effect()));
        boolean key = toleration.key().isEmpty() || toleration.key().equals(taint.key());
        boolean value = switch (toleration.operator()) {
            case UNSPECIFIED, EQUAL -> toleration.value().equals(taint.value());
            case EXISTS -> true;
            case GT -> toleration.value().equals("0") && taint.value().equals("1");
            case LT, UNKNOWN -> false;
        };
        return effect && key && value;
    }

    @Test
    void addingReplacesWhatConsentsToTheSameAndLosesItsSeconds() {
        List<Toleration> before = tolerations("{k,Exists,,NX,60} {other,Exists} {k,Exists,,NX}");

        assertThat(TolerationRule.addOrUpdate(before, toleration("{k,Exists,,NX}")))
                .isEqualTo(tolerations("{k,Exists,,NX} {other,Exists} {k,Exists,,NX}"));
        assertThat(TolerationRule.addOrUpdate(before, toleration("{k,Equal,,NX}")))
                .isEqualTo(tolerations("{k,Exists,,NX,60} {other,Exists} {k,Exists,,NX} {k,Equal,,NX}"));
    }
}
