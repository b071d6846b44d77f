package dev.tenure.model.meta;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Which code answers which question, for all codes of HTTP.
class StatusTest {
    private static List<Boolean> answers(int code) {
        var status = new Status(code, "", "", Optional.empty());
        return List.of(
                status.isUnauthorized(),
                status.isForbidden(),
                status.isNotFound(),
                status.isConflict(),
                status.isTooManyRequests());
    }

    @Test
    void eachQuestionIsAboutOneCode() {
        var asked = List.of(401, 403, 404, 409, 429);
        for (int code = 100; code < 600; code++) {
            int of = code;
            assertThat(answers(code))
                    .as("of %d", code)
                    .isEqualTo(asked.stream().map(each -> each == of).toList());
        }
    }

    @Test
    void anAnswerIsAskedAsItsStatusIs() {
        for (int code = 100; code < 600; code++) {
            var status = new Status(code, "", "", Optional.empty());
            var failure = new ApiReply.Failure(status, List.of());
            assertThat(List.of(failure.isForbidden(), failure.isNotFound(), failure.isConflict()))
                    .as("of %d", code)
                    .isEqualTo(List.of(status.isForbidden(), status.isNotFound(), status.isConflict()));
            assertThat(failure.succeededOrGone()).as("of %d", code).isEqualTo(code == 404);
        }
    }

    @Test
    void aPathThatLeadsNowhereNamesNoObject() {
        var named = new Status.Details("x", "", "pods", "", List.of(), 0);
        var empty = new Status.Details("", "", "", "", List.of(), 0);
        assertThat(new Status(404, "NotFound", "", Optional.of(named)).isNoSuchPath())
                .isFalse();
        assertThat(new Status(404, "NotFound", "", Optional.of(empty)).isNoSuchPath())
                .isTrue();
        assertThat(new Status(404, "", "404 page not found", Optional.empty()).isNoSuchPath())
                .isTrue();
        assertThat(new Status(403, "Forbidden", "", Optional.of(empty)).isNoSuchPath())
                .isFalse();
    }

    @Test
    void whatSucceededIsNoFailure() {
        var done = new ApiReply.Document(404, new byte[0], List.of());
        assertThat(List.of(done.isForbidden(), done.isNotFound(), done.isConflict()))
                .containsOnly(false);
        assertThat(done.succeededOrGone()).isTrue();
    }
}
