package dev.tenure.kubelet.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.kubelet.image.ProviderReply.Reach;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What programs answer that hand out credentials.
final class ProviderReplyTest {
    private static final String VERSION = CredentialProvider.NEWEST;

    private static ProviderReply read(String fields) throws LoginFormatException {
        String all = "{'kind': 'CredentialProviderResponse', 'apiVersion': '%s'%s}".formatted(VERSION, fields);
        return ProviderReply.read(all.replace('\'', '"').getBytes(StandardCharsets.UTF_8), VERSION);
    }

    @Test
    void anAnswerIsRead() throws LoginFormatException {
        assertThat(read(", 'cacheKeyType': 'Registry', 'cacheDuration': '1h', 'auth': {'r': {'username': 'a'}}"))
                .isEqualTo(new ProviderReply(
                        Reach.REGISTRY,
                        Optional.of(Duration.ofHours(1)),
                        Map.of("r", new RegistryLogin("a", "", "", Optional.empty()))));
        assertThat(read(", 'cacheKeyType': 'Global', 'cacheDuration': null, 'auth': null"))
                .isEqualTo(new ProviderReply(Reach.ALL, Optional.empty(), Map.of()));
    }

    /// A message stands in logs.
    @Test
    void whatCannotBeReadIsToldWithoutWhatStandsInIt() {
        for (String fields : List.of(
                "",
                ", 'cacheKeyType': 'Pod'",
                ", 'cacheKeyType': 'Image', 'auth': {'r': {'password': 7, 'username': 'geheim'}}",
                ", 'cacheKeyType': 'Image', 'auth': {'r': {'pass': 'geheim'}}",
                ", 'cacheKeyType': 'Image', 'auth': 'geheim'",
                ", 'cacheKeyType': 'Image', 'geheim': ''",
                ", 'cacheKeyType': 'Image', 'cacheDuration': 'geheim'")) {
            assertThatThrownBy(() -> read(fields))
                    .as(fields)
                    .isInstanceOf(LoginFormatException.class)
                    .message()
                    .doesNotContain("geheim");
        }
        assertThatThrownBy(() -> ProviderReply.read("{}".getBytes(StandardCharsets.UTF_8), VERSION))
                .hasMessage("apiVersion from credential plugin response did not match expected apiVersion:" + VERSION
                        + ", actual apiVersion:");
    }
}
