package dev.tenure.rules.fit;

import static dev.tenure.rules.Samples.resources;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.rules.fit.FitRule.Lack;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FitRuleTest {
    private static final Resources NODE =
            Resources.of(resources("cpu=2 memory=4Gi ephemeral-storage=1Gi pods=3 example.com/gpu=2"));
    private static final Resources USED = Resources.of(resources("cpu=1 memory=1Gi pods=2 example.com/gpu=1"));

    @ParameterizedTest(name = "{0} -> {1} {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "cpu=1 memory=3Gi ephemeral-storage=1Gi example.com/gpu=1 | ''",
                "cpu=1001m | cpu",
                "cpu=2001m | cpu!",
                "memory=3073Mi | memory",
                "ephemeral-storage=2Gi | ephemeral-storage!",
                "example.com/gpu=2 | example.com/gpu",
                "example.com/none=1 | example.com/none!",
                "example.com/none=0 | ''",
                "hugepages-2Mi=2Mi cpu=5 | cpu! hugepages-2Mi!",
                "unheard=5 | ''"
            })
    void whatIsLackingIsNamedInUpstreamsOrder(String wanted, String lacking) {
        List<String> named = FitRule.lacks(Resources.of(resources(wanted)), USED, NODE).stream()
                .map(lack -> lack.resource() + (lack.hopeless() ? "!" : ""))
                .toList();
        assertThat(String.join(" ", named)).isEqualTo(lacking);
    }

    @Test
    void theNumberOfPodsIsCheckedFirstAndNeverHopeless() {
        Resources full = USED.plus(Resources.of(resources("pods=1")));

        assertThat(FitRule.lacks(Resources.NONE, full, NODE)).containsExactly(new Lack("pods", 1, 3, 3, false));
        assertThat(FitRule.lacks(Resources.NONE, Resources.NONE, Resources.NONE))
                .containsExactly(new Lack("pods", 1, 0, 0, false));
    }

    @Test
    void resourcesAddUp() {
        Resources sum = NODE.plus(USED);

        assertThat(sum.scalar("example.com/gpu")).isEqualTo(3);
        assertThat(sum.milliCpu()).isEqualTo(3000);
    }

    @ParameterizedTest(name = "{0}: extended {1}, counted {2}")
    @CsvSource({
        "cpu,false,false",
        "example.com/gpu,true,true",
        "kubernetes.io/x,false,true",
        "a.kubernetes.io/x,false,true",
        "hugepages-2Mi,false,true",
        "attachable-volumes-csi-x,false,true",
        "requests.example.com/gpu,false,false",
        "storage,false,false",
        "a/b/c,false,false"
    })
    void resourceNamesTellWhatTheyAre(String name, boolean extended, boolean counted) {
        assertThat(ResourceNameRule.extended(name)).isEqualTo(extended);
        assertThat(ResourceNameRule.scalar(name)).isEqualTo(counted);
    }
}
