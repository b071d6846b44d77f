package dev.tenure.runtime.io;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ReplaceableTest {
    private record Value(String text) {}

    private final Value former = new Value("a");
    private final Replaceable<Value> replaceable = new Replaceable<>(former);

    @Test
    void ofTwoWhoFindFaultWithTheSameValueOneReplacesIt() {
        assertThat(replaceable.replace(former, new Value("b"))).isTrue();
        assertThat(replaceable.replace(former, new Value("c"))).isFalse();
        assertThat(replaceable.get()).isEqualTo(new Value("b"));
    }

    @Test
    void anEqualValueIsNotTheSame() {
        assertThat(replaceable.replace(new Value("a"), new Value("b"))).isFalse();
        assertThat(replaceable.get()).isSameAs(former);
    }

    @Test
    void whoSetsLearnsWhatWasThere() {
        assertThat(replaceable.set(new Value("b"))).isSameAs(former);
    }
}
