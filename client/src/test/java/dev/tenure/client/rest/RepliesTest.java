package dev.tenure.client.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpHeaders;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RepliesTest {
    private static List<String> warnings(String... headers) {
        return Replies.warnings(HttpHeaders.of(Map.of("Warning", Arrays.asList(headers)), (_, _) -> true));
    }

    @Test
    void warningsAreReadWithoutTheirQuotes() {
        assertThat(warnings("299 - \"a \\\"b\\\" c\"", "299 - \"d\", 299 - \"e\"", "199 - \"none\""))
                .containsExactly("a \"b\" c", "d", "e");
    }

    @Test
    void aWarningMayBeLong() {
        String text = "x".repeat(100_000);

        assertThat(warnings("299 - \"" + text + "\"")).containsExactly(text);
    }
}
