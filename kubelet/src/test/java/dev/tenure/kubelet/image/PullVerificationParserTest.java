package dev.tenure.kubelet.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.kubelet.configuration.ConfigurationException;
import dev.tenure.kubelet.configuration.PullVerificationParser;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PullVerificationParserTest {
    private static final String BY_NAME = "NeverVerifyAllowlistedImages";

    private static ObjectNode file(String policy, String... allowed) {
        ObjectNode file = Json.object().put("imagePullCredentialsVerificationPolicy", policy);
        if (allowed.length > 0) {
            var list = file.putArray("preloadedImagesVerificationAllowlist");
            List.of(allowed).forEach(list::add);
        }
        return file;
    }

    @Test
    void eachPolicyIsRead() {
        assertThat(PullVerificationParser.parse(Json.object())).isEqualTo(new PullVerification.NotPreloaded());
        assertThat(PullVerificationParser.parse(file("NeverVerifyPreloadedImages")))
                .isEqualTo(new PullVerification.NotPreloaded());
        assertThat(PullVerificationParser.parse(file("NeverVerify"))).isEqualTo(new PullVerification.Never());
        assertThat(PullVerificationParser.parse(file("AlwaysVerify"))).isEqualTo(new PullVerification.Always());
        assertThat(PullVerificationParser.parse(file(BY_NAME, "r.test/a", "r.test/b/*")))
                .isEqualTo(new PullVerification.NotAllowed(List.of("r.test/a", "r.test/b/*")));
    }

    @Test
    void whatAKubeletWouldNotStartWithIsRefused() {
        for (ObjectNode file : List.of(
                file("Sometimes"),
                file("NeverVerify", "r.test/a"),
                file(BY_NAME, " r.test/a"),
                file(BY_NAME, ""),
                file(BY_NAME, "/*"),
                file(BY_NAME, "r.*/a"),
                file(BY_NAME, "r.test/a:1"),
                file(BY_NAME, "r.test/A"))) {
            assertThatThrownBy(() -> PullVerificationParser.parse(file))
                    .as(Json.goText(file))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageStartingWith("invalid configuration: ");
        }
    }
}
