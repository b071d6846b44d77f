package dev.tenure.kubelet.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Credentials and the images that they go with.
final class LoginKeyringTest {
    /// A `config.json`, an image, and the credentials that upstream's keyring gives in that order, with the
    /// beginnings of their hashes.
    @Test
    void credentialsAreFoundAsUpstreamFindsThem() throws IOException {
        try (InputStream vectors = LoginKeyringTest.class.getResourceAsStream("keyrings.tsv")) {
            String all = new String(Objects.requireNonNull(vectors).readAllBytes(), StandardCharsets.UTF_8);
            assertThat(all.lines()).hasSizeGreaterThan(200).allSatisfy(line -> {
                String[] parts = line.split("\t", -1);
                assertThat(told(parts[0], parts[1])).as(line).isEqualTo(parts[2]);
            });
        }
    }

    private static String told(String config, String image) throws LoginFormatException {
        var source = new RegistryLogin.Source.Secret("u", "n", "s");
        Map<String, RegistryLogin> read =
                DockerConfigParser.newForm(config.getBytes(StandardCharsets.UTF_8), Optional.of(source));
        return new LoginKeyring(List.of(read))
                .lookup(image).stream()
                        .map(login -> login.username() + ":" + login.password() + ":"
                                + login.hash().substring(0, 12))
                        .collect(Collectors.joining(" "));
    }

    private static JsonNode secret(String type, String key, String content) {
        var secret = Json.object().put("type", type);
        secret.putObject("metadata").put("uid", "u").put("namespace", "n").put("name", "s");
        secret.putObject("data").put(key, Base64.getEncoder().encodeToString(content.getBytes(StandardCharsets.UTF_8)));
        return secret;
    }

    @ParameterizedTest
    @CsvSource({
        "*a*b*.test, xaybz.test, true",
        "*a*b*.test, ab.test, true",
        "*a*b*.test, xbya.test, false",
        "*ab*ab*.test, abab.test, true",
        "*ab*ab*.test, ab.test, false",
        "a*a.test, aa.test, true",
        "a*a.test, a.test, false",
        "a*.test, ba.test, false",
        "*.test, .test, true",
    })
    void aStarStandsForAnyCharactersAndNoneIsUsedTwice(String key, String host, boolean matches) {
        assertThat(LoginKeyring.matches(key, host + "/image")).isEqualTo(matches);
    }

    @Test
    void whatIsNamedLikeNoHostIsOfTheDefaultRegistry() throws LoginFormatException {
        String config = "{\"auths\":{\"index.docker.io\":{\"username\":\"a\",\"password\":\"b\"}}}";
        for (String image : List.of("library/busybox", "docker.io/library/busybox", "localhost/busybox")) {
            assertThat(told(config, image)).as(image).startsWith("a:b:");
        }
        for (String image : List.of(".hidden/busybox", ":5000/busybox", "r.test/busybox", "r:5000/busybox")) {
            assertThat(told(config, image)).as(image).isEmpty();
        }
    }

    @Test
    void secretsOfBothTypesAreReadAndOthersHoldNone() throws LoginFormatException {
        String auths = "{\"r.test\":{\"username\":\"a\",\"password\":\"b\"}}";
        var login = new RegistryLogin("a", "b", "", Optional.of(new RegistryLogin.Source.Secret("u", "n", "s")));
        assertThat(DockerConfigParser.secret(secret("kubernetes.io/dockercfg", ".dockercfg", auths)))
                .containsExactly(Map.entry("r.test", login));
        assertThat(DockerConfigParser.secret(
                        secret("kubernetes.io/dockerconfigjson", ".dockerconfigjson", "{\"auths\":" + auths + "}")))
                .containsExactly(Map.entry("r.test", login));
        assertThat(DockerConfigParser.secret(secret("Opaque", ".dockerconfigjson", auths)))
                .isEmpty();
        assertThat(DockerConfigParser.secret(secret("kubernetes.io/dockercfg", "other", auths)))
                .isEmpty();
    }

    @Test
    void whatCannotBeReadIsToldWithoutTellingIt() {
        String auth = Base64.getEncoder().encodeToString("geheim".getBytes(StandardCharsets.UTF_8));
        for (String content :
                List.of("{\"r\":{\"auth\":\"" + auth + "\"}}", "{\"r\":{\"auth\":\"geheim!\"}}", "geheim")) {
            assertThatThrownBy(
                            () -> DockerConfigParser.secret(secret("kubernetes.io/dockercfg", ".dockercfg", content)))
                    .isInstanceOf(LoginFormatException.class)
                    .hasMessageNotContaining("geheim");
        }
    }

    @Test
    void aLoginThatIsPrintedShowsNoPassword() {
        assertThat(new RegistryLogin("a", "geheim", "", Optional.empty()))
                .hasToString("RegistryLogin[a, Optional.empty]");
    }
}
