package dev.tenure.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HealthPagesTest {
    private boolean writes = true;
    private final HealthPages pages = new HealthPages(Map.of("ping", () -> true), Map.of("store", () -> writes));

    private int code(String path) {
        return pages.answer(path, false, List.of()).orElseThrow().code();
    }

    @Test
    void aServerThatCannotWriteLivesButIsNotReady() {
        assertThat(code("/readyz")).isEqualTo(200);
        writes = false;
        assertThat(code("/readyz")).isEqualTo(500);
        assertThat(code("/readyz/store")).isEqualTo(500);
        assertThat(code("/livez")).isEqualTo(200);
        assertThat(code("/healthz")).isEqualTo(200);
        assertThat(pages.answer("/livez/store", false, List.of())).isEmpty();
        assertThat(pages.answer("/readyz", true, List.of("store")).orElseThrow().text())
                .isEqualTo("[+]ping ok\n[+]store excluded: ok\nreadyz check passed\n");
    }
}
