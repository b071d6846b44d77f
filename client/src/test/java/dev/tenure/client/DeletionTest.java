package dev.tenure.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class DeletionTest {
    private static String json(Deletion deletion) {
        return new String(Json.write(deletion.options().tree()), StandardCharsets.UTF_8);
    }

    @Test
    void onlyWhatIsAskedForIsSaid() {
        assertThat(json(Deletion.BY_NAME)).isEqualTo("{\"apiVersion\":\"v1\",\"kind\":\"DeleteOptions\"}");
        assertThat(json(Deletion.of("u").atOnce()))
                .isEqualTo("{\"apiVersion\":\"v1\",\"kind\":\"DeleteOptions\",\"gracePeriodSeconds\":0,"
                        + "\"preconditions\":{\"uid\":\"u\"}}");
        assertThat(json(Deletion.of("u").at(7).propagating("Foreground")))
                .isEqualTo("{\"apiVersion\":\"v1\",\"kind\":\"DeleteOptions\",\"propagationPolicy\":\"Foreground\","
                        + "\"preconditions\":{\"uid\":\"u\",\"resourceVersion\":\"7\"}}");
        assertThat(json(Deletion.BY_NAME.at(7))).endsWith("\"preconditions\":{\"resourceVersion\":\"7\"}}");
    }
}
