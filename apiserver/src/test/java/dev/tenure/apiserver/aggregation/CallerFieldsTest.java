package dev.tenure.apiserver.aggregation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.model.meta.Caller;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// How a front proxy says who sends a request.
class CallerFieldsTest {
    @Test
    void aCallerIsToldWithGroupsUidAndExtras() throws UnreachableException {
        var caller =
                new Caller("bob", "7", List.of("a", "b"), Map.of("example.com/the scope%", List.of("x", "y")), "agent");
        assertThat(CallerFields.of(caller))
                .containsEntry("X-Remote-User", List.of("bob"))
                .containsEntry("X-Remote-Uid", List.of("7"))
                .containsEntry("X-Remote-Group", List.of("a", "b"))
                .containsEntry("X-Remote-Extra-example.com%2Fthe%20scope%25", List.of("x", "y"))
                .hasSize(4);
    }

    @Test
    void whatHasNoUidGroupsOrExtrasHasNoFieldsForThem() throws UnreachableException {
        assertThat(CallerFields.of(new Caller("bob", "", List.of(), Map.of(), "agent")))
                .containsOnly(Map.entry("X-Remote-User", List.of("bob")));
    }

    @Test
    void namesThatTheOtherSideCouldMixUpAreNotPassedOn() {
        for (String name : List.of("bäb", "b\nb", "b\u0001", "b\u20ac")) {
            var caller = new Caller(name, "", List.of(), Map.of(), "agent");
            assertThatThrownBy(() -> CallerFields.of(caller)).isInstanceOf(UnreachableException.class);
        }
    }

    @Test
    void fieldsThatOnlyAFrontProxyMaySendAreKnownHoweverTheyAreWritten() {
        assertThat(List.of("x-remote-user", "X-REMOTE-GROUP", "X-Remote-Uid", "x-remote-extra-", "X-Remote-Extra-a"))
                .allMatch(CallerFields::isOne);
        assertThat(List.of("X-Remote", "X-Remote-Users", "Remote-User")).noneMatch(CallerFields::isOne);
    }
}
