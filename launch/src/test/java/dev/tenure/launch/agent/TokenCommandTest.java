package dev.tenure.launch.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TokenCommandTest {
    private static ObjectNode data(String... fields) {
        ObjectNode data = Json.object();
        for (int i = 0; i < fields.length; i += 2) {
            data.put(fields[i], Base64.getEncoder().encodeToString(fields[i + 1].getBytes(StandardCharsets.UTF_8)));
        }
        return data;
    }

    private static String told(ObjectNode data) {
        return new String(Json.write(TokenCommand.document(List.of(data))), StandardCharsets.UTF_8);
    }

    @Test
    void programsAreToldAllOfATokenButItsSecret() {
        assertThat(told(data(
                        "token-id", "abcdef",
                        "token-secret", "0123456789abcdef",
                        "expiration", "2026-12-01T00:00:00Z",
                        "usage-bootstrap-authentication", "true",
                        "usage-bootstrap-signing", "true",
                        "auth-extra-groups", "system:bootstrappers:a,system:bootstrappers:b",
                        "description", "rack 4")))
                .isEqualTo("{\"tokens\":[{\"id\":\"abcdef\",\"expires\":\"2026-12-01T00:00:00Z\","
                        + "\"usages\":[\"authentication\",\"signing\"],"
                        + "\"groups\":[\"system:bootstrappers:a\",\"system:bootstrappers:b\"],"
                        + "\"description\":\"rack 4\"}]}");
    }

    @Test
    void aTokenThatIsGoodForNothingAndForEverSaysSo() {
        assertThat(told(data("token-id", "abcdef")))
                .isEqualTo("{\"tokens\":[{\"id\":\"abcdef\",\"usages\":[],\"groups\":[],\"description\":\"\"}]}");
    }
}
