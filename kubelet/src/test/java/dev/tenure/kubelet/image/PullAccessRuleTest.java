package dev.tenure.kubelet.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kubelet.image.PullAccessRule.Verdict;
import dev.tenure.kubelet.image.PulledImage.Access;
import dev.tenure.kubelet.image.PulledImage.Held;
import dev.tenure.kubelet.image.RegistryLogin.Source;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Who may use an image that is on the node, and what is remembered of that.
final class PullAccessRuleTest {
    private static final Instant THEN = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant LATER = Instant.parse("2026-01-02T00:00:00Z");

    private static Held held(String name, String hash) {
        return new Held(new Source.Secret("uid-" + name, "ns", name), hash);
    }

    private static Verdict decide(List<Held> known, Held... shown) {
        return PullAccessRule.decide(Optional.of(new Access.Holders(known)), List.of(shown));
    }

    private static Verdict mayUse(Held... learned) {
        return new Verdict.MayUse(List.of(learned).stream().findFirst());
    }

    @Test
    void whatWasPulledForAllIsForAllAndWhatIsUnknownIsForNobody() {
        assertThat(PullAccessRule.decide(Optional.of(new Access.Everybody()), List.of()))
                .isEqualTo(mayUse());
        assertThat(PullAccessRule.decide(Optional.empty(), List.of(held("a", "1"))))
                .isEqualTo(new Verdict.MustPull());
        assertThat(decide(List.of(), held("a", "1"))).isEqualTo(new Verdict.MustPull());
        assertThat(decide(List.of(held("a", "1")))).isEqualTo(new Verdict.MustPull());
    }

    /// Whole domain of one secret that is known and one that is shown.
    @Test
    void theSameContentOrTheSameSecretIsEnough() {
        Held known = held("a", "1");
        assertThat(decide(List.of(known), held("a", "1"))).isEqualTo(mayUse());
        assertThat(decide(List.of(known), held("b", "1"))).isEqualTo(mayUse(held("b", "1")));
        assertThat(decide(List.of(known), held("a", "2"))).isEqualTo(mayUse(held("a", "2")));
        assertThat(decide(List.of(known), held("b", "2"))).isEqualTo(new Verdict.MustPull());
        assertThat(decide(List.of(known), held("b", "2"), held("a", "1"))).isEqualTo(mayUse());
    }

    /// Its credentials change with each token, so that it counts alone.
    @Test
    void theSameServiceAccountIsEnoughAndIsNoSecretOfThatName() {
        var account = new Held(new Source.Account("u", "ns", "a"), "");
        var another = new Held(new Source.Account("v", "ns", "a"), "");
        var secret = new Held(new Source.Secret("u", "ns", "a"), "");
        assertThat(decide(List.of(account), account)).isEqualTo(mayUse());
        assertThat(decide(List.of(account), another)).isEqualTo(new Verdict.MustPull());
        assertThat(decide(List.of(account), secret)).isEqualTo(new Verdict.MustPull());
        assertThat(decide(List.of(held("a", "1"), account), held("b", "2"), account))
                .isEqualTo(mayUse());
        var both = new PulledImage("id", THEN, Map.of("x", new Access.Holders(List.of(account))))
                .with("x", new Access.Holders(List.of(held("z", "1"))), LATER);
        assertThat(both.accessTo("x")).contains(new Access.Holders(List.of(held("z", "1"), account)));
    }

    @Test
    void ofAHundredSecretsNoOtherIsRemembered() {
        List<Held> many = IntStream.range(0, 100)
                .mapToObj(number -> held("s" + number, "h" + number))
                .toList();
        assertThat(decide(many, held("other", "h7"))).isEqualTo(mayUse());
        assertThat(decide(many, held("s7", "new"))).isEqualTo(new Verdict.MustPull());
    }

    @Test
    void aRecordGrowsAndNeverTakesBackWhatAllMayHave() {
        var first = new PulledImage("id", THEN, Map.of()).with("x", new Access.Holders(List.of(held("b", "1"))), THEN);
        var second = first.with("x", new Access.Holders(List.of(held("a", "2"))), LATER);
        assertThat(second.updated()).isEqualTo(LATER);
        assertThat(second.accessTo("x")).contains(new Access.Holders(List.of(held("a", "2"), held("b", "1"))));
        var renewed = second.with("x", new Access.Holders(List.of(held("b", "3"))), LATER);
        assertThat(renewed.accessTo("x")).contains(new Access.Holders(List.of(held("a", "2"), held("b", "3"))));
        var all = renewed.with("x", new Access.Everybody(), LATER);
        assertThat(all.accessTo("x")).contains(new Access.Everybody());
        assertThat(all.with("x", new Access.Holders(List.of(held("c", "4"))), THEN))
                .isEqualTo(all);
        assertThat(second.accessTo("y")).isEmpty();
    }

    @Test
    void thePolicySaysOfWhichImagesItHasToBeShown() {
        var named = new PullVerification.NotAllowed(List.of("registry.test/free/*", "registry.test/one"));
        for (boolean pulledHere : new boolean[] {true, false}) {
            assertThat(new PullVerification.Never().concerns("a", pulledHere)).isFalse();
            assertThat(new PullVerification.Always().concerns("a", pulledHere)).isTrue();
            assertThat(new PullVerification.NotPreloaded().concerns("a", pulledHere))
                    .isEqualTo(pulledHere);
            assertThat(named.concerns("registry.test/free/a/b", pulledHere)).isFalse();
            assertThat(named.concerns("registry.test/one", pulledHere)).isFalse();
            assertThat(named.concerns("registry.test/one/more", pulledHere)).isTrue();
        }
    }
}
