package dev.tenure.rules.taint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.rules.Samples;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TaintChoiceTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // chosen | except | taint | meant
                "{readiness.k8s.io/*,Exists} | '' | readiness.k8s.io/network:NX | true",
                "{readiness.k8s.io/*,Exists} | '' | readiness.k8s.io/network=x:NS | true",
                "{readiness.k8s.io/*,Exists} | '' | readiness.k8s.io:NX | false",
                "{readiness.k8s.io/*,Exists} | '' | other.k8s.io/network:NX | false",
                "{readiness.k8s.io/*,Exists,,NX} | '' | readiness.k8s.io/network:NS | false",
                "{,Exists} | {dedicated,Exists} | dedicated=gpu:NX | false",
                "{,Exists} | {dedicated,Equal,gpu} | dedicated=cpu:NX | true",
                "{,Exists} | {dedicated,Equal,gpu} | dedicated=gpu:NX | false",
                "{,Exists} | {gpu-*,Exists} | gpu-a100:NX | false",
                "{,Exists} | {gpu-*,Exists} | gpu:NX | true",
                "{a/*,Exists} {b,Equal,1} | {a/x,Exists} | b=1:NX | true",
                "{a/*,Exists} {b,Equal,1} | {a/x,Exists} | a/y:NX | true",
                "{a/*,Exists} {b,Equal,1} | {a/x,Exists} | a/x:NX | false",
                "'' | '' | a:NX | false"
            })
    void thoseAreMeantThatOneListMatchesAndTheOtherDoesNot(String chosen, String except, String taint, boolean meant) {
        var choice = TaintChoice.of(Samples.tolerations(chosen), Samples.tolerations(except));
        assertThat(choice.means(Samples.taint(taint))).isEqualTo(meant);
    }
}
