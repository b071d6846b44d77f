package dev.tenure.rules.taint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.rules.Samples;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Choices of taints by expressions. The language here: `bad` is not good, `no NAME` fails on the taint with
/// this key, all else is the key of the taint that is meant.
final class TaintExpressionChoiceTest {
    private static final TaintMatcher KEYS = new TaintMatcher() {
        @Override
        public Optional<String> fault(String expression) {
            return expression.equals("bad") ? Optional.of("no sense") : Optional.empty();
        }

        @Override
        public Answer matches(String expression, Taint taint) {
            return expression.equals("bad") || expression.equals("no " + taint.key())
                    ? new Answer.Failed("no answer")
                    : new Answer.Fits(expression.equals(taint.key()));
        }
    };

    /// @param list tolerations, each of which may have an expression behind a sign of question
    private static List<TaintEntry> entries(String list) {
        return Arrays.stream(list.split(";"))
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .map(TaintExpressionChoiceTest::entry)
                .toList();
    }

    private static TaintEntry entry(String text) {
        int sign = text.indexOf('?');
        return sign < 0
                ? TaintEntry.of(Samples.toleration(text))
                : new TaintEntry(Samples.toleration(text.substring(0, sign)), Optional.of(text.substring(sign + 1)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // chosen | except | taint | meant | surely
                "{,Exists}?a | '' | a:NX | true | true",
                "{,Exists}?a | '' | b:NX | false | false",
                "{,Exists}?a; {,Exists}?b | '' | b:NX | true | true",
                // the rest of an entry counts, too
                "{a,Equal,1}?a | '' | a=1:NX | true | true",
                "{a,Equal,1}?a | '' | a=2:NX | false | false",
                "{b/*,Exists}?b/x | '' | b/x:NX | true | true",
                "{b/*,Exists}?b/x | '' | b/y:NX | false | false",
                // an entry that cannot be answered is not there
                "{,Exists}?bad | '' | a:NX | false | false",
                "{,Exists}?bad; {a,Exists} | '' | a:NX | true | true",
                "{,Exists}?no a | '' | a:NX | false | false",
                "{a,Exists} | {,Exists}?a | a:NX | false | false",
                "{,Exists} | {,Exists}?a | b:NX | true | true",
                // and nothing is sure where an exception cannot be answered
                "{,Exists} | {,Exists}?bad | a:NX | true | false",
                "{,Exists} | {,Exists}?no a | a:NX | true | false",
                "{,Exists} | {,Exists}?no a | b:NX | true | true",
                "{,Exists} | {b,Exists}?bad | a:NX | true | true"
            })
    void anExpressionIsAskedOfWhatTheRestOfItsEntryMatches(
            String chosen, String except, String taint, boolean meant, boolean surely) {
        var choice = new TaintChoice(entries(chosen), entries(except), KEYS);
        assertThat(choice.means(Samples.taint(taint))).isEqualTo(meant);
        assertThat(choice.surelyMeans(Samples.taint(taint))).isEqualTo(surely);
    }

    @Test
    void whereNothingUnderstandsThemNoEntryWithAnExpressionIsThere() {
        var choice = new TaintChoice(entries("{,Exists}?a"), List.of(), TaintMatcher.NONE);
        assertThat(choice.means(Samples.taint("a:NX"))).isFalse();
        assertThat(choice.faults(List.of()))
                .extracting(TaintChoice.Fault::why)
                .containsExactly("expressions cannot be run here");
    }

    @Test
    void anExceptionThatCannotBeAnsweredMakesNobodyLeaveWhoStands() {
        var choice = new TaintChoice(entries("{,Exists}"), entries("{,Exists}?no a"), KEYS);
        var standing = new StandingChoice(choice, Set.of(TaintEffect.NO_SCHEDULE), StandingPod.ALL);
        assertThat(standing.means(Samples.taint("a:NS"))).isFalse();
        assertThat(standing.means(Samples.taint("b:NS"))).isTrue();
    }

    @Test
    void whatCannotBeAnsweredIsToldOnceWithTheFirstTaint() {
        var choice = new TaintChoice(
                entries("{,Exists}?bad; {,Exists}?a; {b,Exists}?no b; {,Exists}?bad"), entries("{,Exists}?no c"), KEYS);
        assertThat(choice.hasExpressions()).isTrue();
        assertThat(choice.faults(Stream.of("d:NX", "c=2:NX", "c=1:NS", "a:NX")
                        .map(Samples::taint)
                        .toList()))
                .extracting(TaintChoice.Fault::toString)
                .containsExactly(
                        "expression \"bad\": no sense", "expression \"no c\" fails on c=1:NoSchedule: no answer");
        assertThat(TaintChoice.of(Samples.tolerations("{,Exists}"), List.of()).hasExpressions())
                .isFalse();
    }
}
