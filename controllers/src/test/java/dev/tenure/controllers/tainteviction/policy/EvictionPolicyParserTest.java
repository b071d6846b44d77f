package dev.tenure.controllers.tainteviction.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.node.NodeLimit;
import dev.tenure.controllers.tainteviction.policy.TaintEvictionPolicy.Budgets;
import dev.tenure.controllers.tainteviction.policy.TaintEvictionPolicy.Stays;
import dev.tenure.model.core.Stay;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.taint.StandingPod;
import dev.tenure.rules.taint.TaintMatcher;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EvictionPolicyParserTest {
    /// An expression is true of the taint whose value it is.
    private static final TaintMatcher MATCHER = new TaintMatcher() {
        @Override
        public Optional<String> fault(String expression) {
            return Optional.empty();
        }

        @Override
        public Answer matches(String expression, Taint taint) {
            return new Answer.Fits(expression.equals(taint.value()));
        }
    };

    private static TaintEvictionPolicy read(String spec) {
        var header =
                new StoredObject.Header(PolicyTypes.POLICIES.key("", "p"), "uid", Map.of(), List.of(), Map.of(), false);
        byte[] json = "{\"spec\":%s}".formatted(spec.replace('\'', '"')).getBytes(StandardCharsets.UTF_8);
        return EvictionPolicyParser.read(new StoredObject(header, json, 1, _ -> new Object()), MATCHER);
    }

    private static Taint taint(String key, String value) {
        return new Taint(key, value, TaintEffect.NO_EXECUTE);
    }

    @Test
    void anExpressionWithoutAKeyIsAboutEveryTaint() {
        for (String entry : List.of("{'expression': 'v'}", "{'operator': 'Equal', 'expression': 'v'}")) {
            TaintEvictionPolicy policy =
                    read("{'taints': [%s], 'exceptTaints': [{'key': 'b', 'operator': 'Exists', 'expression': 'v'}]}"
                            .formatted(entry));
            assertThat(policy.isAbout(taint("a", "v"))).isTrue();
            assertThat(policy.isAbout(taint("a", "w"))).isFalse();
            assertThat(policy.isAbout(taint("b", "v"))).isFalse();
        }
    }

    @Test
    void everyFieldIsRead() {
        TaintEvictionPolicy policy = read("""
                {'taints': [{'key': 'a', 'operator': 'Exists'}, {'key': 'b', 'value': 'c'}],
                 'podSelector': {'matchLabels': {'app': 'web'}}, 'namespaces': ['x', 'y'],
                 'budgets': 'Respect', 'budgetDeadlineSeconds': 60, 'podsPerMinute': 120,
                 'maxTaintedNodes': '30%', 'paused': true, 'minStaySeconds': 5, 'maxStaySeconds': 50,
                 'exceptTaints': [{'key': 'a', 'value': 'not'}], 'tolerate': true, 'tolerateSeconds': 7,
                 'alsoEvictFor': ['NoSchedule'], 'spare': ['BarePods']}
                """);
        assertThat(policy.name()).isEqualTo("p");
        assertThat(policy.isAbout(taint("a", "any"))).isTrue();
        assertThat(policy.isAbout(taint("b", "c"))).isTrue();
        assertThat(policy.isAbout(taint("b", "d"))).isFalse();
        assertThat(policy.pods()).hasToString("app=web");
        assertThat(policy.namespaces()).containsExactlyInAnyOrder("x", "y");
        assertThat(policy.budgets()).isEqualTo(new Budgets.Asked(Optional.of(Duration.ofMinutes(1))));
        assertThat(policy.pace()).hasValue(Duration.ofMillis(500));
        assertThat(policy.brake()).hasValue(new NodeLimit.Share(30));
        assertThat(policy.paused()).isTrue();
        assertThat(policy.stays())
                .isEqualTo(new Stays(
                        Optional.of(Duration.ofSeconds(5)), OptionalLong.of(50), Optional.of(new Stay.AtMost(7))));
        assertThat(policy.isAbout(taint("a", "not"))).isFalse();
        assertThat(policy.standing().effects()).containsExactly(TaintEffect.NO_SCHEDULE);
        assertThat(policy.standing().spared())
                .containsExactlyInAnyOrder(StandingPod.STATIC, StandingPod.DAEMON, StandingPod.ENDED, StandingPod.BARE);
        assertThat(policy.standing().means(new Taint("a", "any", TaintEffect.NO_SCHEDULE)))
                .isTrue();
        assertThat(policy.standing().means(new Taint("a", "not", TaintEffect.NO_SCHEDULE)))
                .isFalse();
    }

    @Test
    void whatIsNotWrittenHoldsNobody() {
        TaintEvictionPolicy policy = read("{'taints': [{'operator': 'Exists'}]}");
        assertThat(policy.isAbout(taint("any", ""))).isTrue();
        assertThat(policy.pods()).isEqualTo(LabelSelector.EVERYTHING);
        assertThat(policy.budgets()).isEqualTo(new Budgets.Ignored());
        assertThat(policy.stays()).isEqualTo(Stays.AS_TOLERATED);
        assertThat(policy.pace()).isEmpty();
        assertThat(policy.brake()).isEmpty();
        assertThat(policy.paused()).isFalse();
        assertThat(policy.standing().effects()).isEmpty();
        assertThat(policy.standing().spared()).isEqualTo(StandingPod.ALL);
    }

    /// As another definition of the kind might let through.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'taints': 1, 'podSelector': [], 'namespaces': {}, 'budgets': 5, 'podsPerMinute': 'x', 'maxTaintedNodes': '%'}",
                "{'podsPerMinute': 0, 'maxTaintedNodes': '101%', 'paused': 'yes', 'tolerate': 'true', 'exceptTaints': 5}",
                "{'alsoEvictFor': ['NoExecute', 'none', 5], 'taints': [{'key': 'b', 'operator': 'Exists'}]}",
                "{'alsoEvictFor': 'NoSchedule', 'spare': 'BarePods', 'taints': [{'key': 'b', 'operator': 'Exists'}]}",
                "{'podsPerMinute': -9223372036854775808, 'maxTaintedNodes': '-1%', 'budgets': 'respect'}"
            })
    void whatIsNoneIsNotWritten(String spec) {
        TaintEvictionPolicy policy = read(spec);
        assertThat(policy.isAbout(taint("a", ""))).isFalse();
        assertThat(policy.pace()).isEmpty();
        assertThat(policy.brake()).isEmpty();
        assertThat(policy.budgets()).isEqualTo(new Budgets.Ignored());
        assertThat(policy.paused()).isFalse();
        for (TaintEffect effect : TaintEffect.values()) {
            assertThat(policy.standing().means(new Taint("b", "", effect))).isFalse();
        }
        assertThat(policy.standing().spared()).isEqualTo(StandingPod.ALL);
    }

    @Test
    void aDeadlineBeyondAllTimeIsOne() {
        assertThat(read("{'budgets': 'Respect', 'budgetDeadlineSeconds': 9223372036854775807}")
                        .budgets())
                .isEqualTo(new Budgets.Asked(Optional.of(Duration.ofSeconds(Long.MAX_VALUE))));
    }
}
