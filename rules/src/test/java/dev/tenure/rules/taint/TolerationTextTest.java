package dev.tenure.rules.taint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Stay;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.core.TolerationOperator;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TolerationTextTest {
    @Test
    void aTolerationReadsAsInDescribe() {
        var exact = new Toleration(
                "k", TolerationOperator.EQUAL, "v", Optional.of(TaintEffect.NO_EXECUTE), new Stay.AtMost(10));
        assertThat(TolerationText.of(exact)).isEqualTo("k=v:NoExecute for 10s");
        var all = new Toleration("", TolerationOperator.EXISTS, "", Optional.empty(), Stay.forever());
        assertThat(TolerationText.of(all)).isEqualTo("op=Exists");
        assertThat(TolerationText.of(Toleration.exists("k", TaintEffect.NO_EXECUTE)))
                .isEqualTo("k:NoExecute op=Exists");
        var more = new Toleration("cores", TolerationOperator.GT, "4", Optional.empty(), Stay.forever());
        assertThat(TolerationText.of(more)).isEqualTo("cores=4 op=Gt");
    }
}
