package dev.tenure.wire.patch.managedfields;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FieldSetTest {
    private static final int PATHS_MAX = 5;
    private static final int DEPTH_MAX = 4;

    private static FieldSet any(Random random) {
        FieldSet set = FieldSet.EMPTY;
        for (int i = random.nextInt(PATHS_MAX); i > 0; i--) {
            List<PathElement> path = new ArrayList<>();
            for (int depth = 1 + random.nextInt(DEPTH_MAX); depth > 0; depth--) {
                String name = String.valueOf((char) ('a' + random.nextInt(2)));
                path.add(PathElement.field(name));
            }
            set = set.union(FieldSet.of(path));
        }
        return set;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void setsMeetWhereTheyHaveAMemberInCommonAndAreReadAsTheyWereWritten(long seed) {
        var random = new Random(seed);
        Function<FieldSet, FieldSet> again = set -> FieldSet.parse(set.fieldsV1());
        int met = 0;
        for (int i = 0; i < 500; i++) {
            FieldSet one = any(random);
            FieldSet other = any(random);
            boolean expected = !one.intersection(other).isEmpty();
            assertThat(one.meets(other)).as("%s and %s", one, other).isEqualTo(expected);
            assertThat(again.apply(one)).isEqualTo(one);
            met += expected ? 1 : 0;
        }
        assertThat(met).isBetween(20, 480);
    }
}
