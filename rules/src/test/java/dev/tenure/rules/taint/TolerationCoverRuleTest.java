package dev.tenure.rules.taint;

import static dev.tenure.rules.Samples.toleration;
import static dev.tenure.rules.Samples.tolerations;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Toleration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TolerationCoverRuleTest {
    @ParameterizedTest(name = "{0} over {1}: {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                // A13 and A14
                "{foo,Exists,,NX,10} | {foo,Equal,bar,NX,10} | true",
                "{foo,Exists,,NX,10} | {foo,Exists,,NX} | false",
                "{foo,Equal,bar} | {foo,,bar,NS} | false",
                "{foo,Equal,bar} | {foo,Equal,bar,NS} | true",
                "{foo,,bar} | {foo,Equal,bar,NS} | true",
                "{foo,,bar} | {foo,,bar} | true",
                "{foo,Equal,bar} | {foo,Equal,baz} | false",
                "{foo,Exists} | {bar,Exists} | false",
                "{,Exists} | {bar,Exists,,NX,5} | true",
                "{,Equal,v} | {bar,Equal,v} | false",
                "{foo,Exists,,NS} | {foo,Exists} | false",
                "{foo,Exists,,NS} | {foo,Exists,,NX} | false",
                "{foo,Exists,,NX,10} | {foo,Exists,,NX,11} | false",
                "{foo,Exists,,NX,10} | {foo,Exists,,NX,-3} | true",
                "{foo,Exists,,NX} | {foo,Exists,,NX,11} | true",
                "{foo,Exists,,,10} | {foo,Exists,,NX} | true",
                "{foo,Gt,1} | {foo,Gt,1} | true",
                "{foo,Gt,1} | {foo,Gt,2} | false"
            })
    void aTolerationCoversWhatItPermits(String wide, String narrow, boolean covers) {
        assertThat(TolerationCoverRule.covers(toleration(wide), toleration(narrow)))
                .isEqualTo(covers);
    }

    @ParameterizedTest(name = "{0} and {1} -> {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | '' | ''",
                "{a,Exists} | {b,Exists} | {a,Exists} {b,Exists}",
                "{a,Exists} | {a,Exists} | {a,Exists}",
                "{a,Equal,v,NS} | {a,Exists,,NS} | {a,Exists,,NS}",
                "{a,Exists,,NS} | {a,Equal,v,NS} | {a,Exists,,NS}",
                "{a,Exists,,NX,5} {a,Exists,,NX,9} | '' | {a,Exists,,NX,9}",
                "{a,,v} | {a,Equal,v} | {a,,v}",
                "{a,Equal,v} | {a,,v} | {a,,v}"
            })
    void mergingDropsWhatAnotherOneCovers(String first, String second, String merged) {
        assertThat(merged(tolerations(first), tolerations(second))).isEqualTo(tolerations(merged));
    }

    @Test
    void a12AbsorbsTheEqualEntryIntoTheDefault() {
        assertThat(merged(
                        tolerations("{k,Equal,v,NS} {nr,Exists,,NX,300} {ur,Exists,,NX,300}"),
                        tolerations("{k,Exists,,NS}")))
                .isEqualTo(tolerations("{nr,Exists,,NX,300} {ur,Exists,,NX,300} {k,Exists,,NS}"));
    }

    @Test
    void a10RefusesTolerationsThatTheWhitelistDoesNotCover() {
        assertThat(TolerationCoverRule.permitted(
                        tolerations("{nr,Exists,,NX,300} {ur,Exists,,NX,300}"), tolerations("{k,Exists}")))
                .isFalse();
        assertThat(TolerationCoverRule.permitted(tolerations("{k,Exists,,NS}"), tolerations("{k,Exists}")))
                .isTrue();
    }

    @Test
    void a11AnEmptyWhitelistPermitsAll() {
        assertThat(TolerationCoverRule.permitted(tolerations("{k,Exists}"), tolerations("")))
                .isTrue();
    }

    /// What is said of whole lists, one by one, and all lists of three out of these.
    @Test
    void listsAreMergedAndJudgedAsTheirPartsAre() {
        List<Toleration> some = tolerations("{a,Exists} {a,Exists,,NX,5} {a,Exists,,NX,9} {a,Exists,,NX} {a,Equal,v}"
                + " {a,,v} {a,Equal,v,NX,5} {a,,v,NX,5} {a,Equal,w,NS} {,Exists} {,Exists,,NX,9} {,Equal,v} {a,Gt,1}");
        for (Toleration one : some) {
            for (Toleration other : some) {
                for (Toleration third : some) {
                    List<Toleration> all = List.of(one, other, third, one);
                    assertThat(TolerationCoverRule.kept(all)).as("%s", all).isEqualTo(keptOneByOne(all));
                    List<Toleration> wide = List.of(other, third);
                    assertThat(TolerationCoverRule.permitted(List.of(one), wide))
                            .isEqualTo(wide.stream().anyMatch(entry -> TolerationCoverRule.covers(entry, one)));
                }
            }
        }
    }

    /// Each is looked at as often as one among few.
    @Test
    void aListIsMergedInAFewPasses() {
        for (int size : new int[] {100, 1_000}) {
            var looks = new AtomicInteger();
            List<Toleration> some = IntStream.range(0, size)
                    .mapToObj(i -> toleration("{k" + i + ",Exists}"))
                    .toList();
            var counted = new AbstractList<Toleration>() {
                @Override
                public Toleration get(int index) {
                    looks.incrementAndGet();
                    return some.get(index);
                }

                @Override
                public int size() {
                    return size;
                }
            };
            assertThat(TolerationCoverRule.kept(counted)).hasSize(size);
            assertThat(looks.get()).isLessThanOrEqualTo(5 * size);
        }
    }

    private static List<Integer> keptOneByOne(List<Toleration> all) {
        List<Integer> kept = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            Toleration each = all.get(i);
            boolean dropped = kept.stream().anyMatch(k -> TolerationCoverRule.covers(all.get(k), each))
                    || all.subList(i + 1, all.size()).stream()
                            .anyMatch(later -> !later.equals(each) && TolerationCoverRule.covers(later, each));
            if (!dropped) {
                kept.add(i);
            }
        }
        return kept;
    }

    private static List<Toleration> merged(List<Toleration> first, List<Toleration> second) {
        List<Toleration> all = Stream.concat(first.stream(), second.stream()).toList();
        return TolerationCoverRule.kept(all).stream().map(all::get).toList();
    }
}
