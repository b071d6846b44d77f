package dev.tenure.kubelet.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.kubelet.configuration.ConfigurationException;
import dev.tenure.kubelet.configuration.CredentialProviderParser;
import dev.tenure.kubelet.image.CredentialProvider.Tokens;
import dev.tenure.wire.json.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Which programs hand out credentials. The words are those of kubelet 1.36.
final class CredentialProviderParserTest {
    private static final String HEAD = "apiVersion: kubelet.config.k8s.io/v1\nkind: CredentialProviderConfig\n";
    private static final String V1 = "credentialprovider.kubelet.k8s.io/v1";
    private static final String GOOD =
            "{name: p, apiVersion: " + V1 + ", matchImages: ['*.r.test'], defaultCacheDuration: 5m";

    private static List<CredentialProvider> parse(String... files) {
        var all = new ArrayList<JsonNode>();
        for (String file : files) {
            all.addAll(CredentialProviderParser.providers(file.getBytes(StandardCharsets.UTF_8)));
        }
        return CredentialProviderParser.parse(all);
    }

    private static String providers(String... providers) {
        return HEAD + "providers: [" + String.join(", ", providers) + "]";
    }

    private static void refuses(String why, String... files) {
        assertThatThrownBy(() -> parse(files))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(why);
    }

    private static void refused(String provider, String fault) {
        assertThatThrownBy(() -> parse(providers(provider)))
                .as(provider)
                .hasMessage("failed to validate credential provider config: providers." + fault);
    }

    @Test
    void aWholeProviderIsRead() {
        String whole = GOOD
                + ", args: [a, b], env: [{name: X, value: '1'}, {name: X, value: '2'}], tokenAttributes: {cacheType: Token,"
                + " serviceAccountTokenAudience: aud, requireServiceAccount: true,"
                + " requiredServiceAccountAnnotationKeys: [a.test/K], optionalServiceAccountAnnotationKeys: [b]}}";
        var tokens = new Tokens("aud", true, true, List.of("a.test/K"), List.of("b"));
        assertThat(parse(providers(whole)))
                .containsExactly(new CredentialProvider(
                        "p",
                        List.of("*.r.test"),
                        Duration.ofMinutes(5),
                        V1,
                        List.of("a", "b"),
                        Map.of("X", "2"),
                        Optional.of(tokens)));
    }

    @Test
    void filesAreReadStrictlyAndByTheirVersion() {
        refuses("no kind \"Pod\" is registered for version \"v1\"", "apiVersion: v1\nkind: Pod");
        refuses("strict decoding error: providers.0.matchImage is no field", providers(GOOD + ", matchImage: [a]}"));
        refuses("\"name\" already set in map", HEAD + "providers:\n- name: a\n  name: b\n");
        String tokens = GOOD + ", tokenAttributes: {}}";
        refuses(
                "providers.0.tokenAttributes is no field",
                providers(tokens).replace("io/v1\nkind", "io/v1beta1\nkind"));
        assertThat(parse(providers(GOOD + "}").replace("io/v1\nkind", "io/v1alpha1\nkind")))
                .hasSize(1);
    }

    @Test
    void twoProgramsOfOneNameAreRefused() {
        refuses("duplicate provider name \"p\" found in configuration file(s)", providers(GOOD + "}", GOOD + "}"));
        refuses("duplicate provider name \"p\" found", providers(GOOD + "}"), providers(GOOD + "}"));
    }

    @Test
    void whatIsMissingOrWrongIsToldInUpstreamsWords() {
        assertThatThrownBy(() -> parse(HEAD + "providers: []"))
                .hasMessage(
                        "failed to validate credential provider config: providers: Required value: at least 1 item in"
                                + " plugins is required");
        refused(
                GOOD.replace("name: p", "name: a/b") + "}",
                "name: Invalid value: \"a/b\": provider name cannot contain '/'");
        refused(
                GOOD.replace("name: p", "name: a b") + "}",
                "name: Invalid value: \"a b\": provider name cannot contain spaces");
        refused(
                GOOD.replace("name: p", "name: '..'") + "}",
                "name: Invalid value: \"..\": provider name cannot be '..'");
        refused(GOOD.replace(V1, "''") + "}", "apiVersion: Required value");
        refused(
                GOOD.replace(V1, "v7") + "}",
                "apiVersion: Unsupported value: \"v7\": supported values: \"%s\", \"%salpha1\", \"%sbeta1\""
                        .formatted(V1, V1, V1));
        refused(
                GOOD.replace("['*.r.test']", "[]") + "}",
                "matchImages: Required value: at least 1 item in matchImages is required");
        refused(GOOD.replace(", defaultCacheDuration: 5m", "") + "}", "defaultCacheDuration: Required value");
        refused(
                GOOD.replace("5m", "-1m") + "}",
                "defaultCacheDuration: Invalid value: \"-1m0s\": must be greater than or equal to 0");
        assertThatThrownBy(() -> parse(providers("{name: p, apiVersion: " + V1 + "}")))
                .hasMessage("failed to validate credential provider config: [providers.matchImages: Required value: at"
                        + " least 1 item in matchImages is required, providers.defaultCacheDuration: Required value]");
    }

    @Test
    void tokensNeedAnAudienceAndTellHowLongAnswersHold() {
        String tokens = GOOD + ", tokenAttributes: {serviceAccountTokenAudience: a, requireServiceAccount: false,"
                + " cacheType: ServiceAccount}}";
        assertThat(parse(providers(tokens)))
                .singleElement()
                .matches(provider -> !provider.tokens().orElseThrow().perToken());
        refused(
                tokens.replace("Audience: a,", "Audience: '',"),
                "tokenAttributes.serviceAccountTokenAudience: Required value");
        refused(
                tokens.replace(" requireServiceAccount: false,", ""),
                "tokenAttributes.requireServiceAccount: Required value");
        refused(
                tokens.replace(V1, V1 + "beta1"),
                "tokenAttributes: Forbidden: tokenAttributes is only supported for %s API version".formatted(V1));
        refused(
                tokens.replace("cacheType: ServiceAccount", "cacheType: Pod"),
                "tokenAttributes.cacheType: Unsupported value: \"Pod\": supported values: \"ServiceAccount\", \"Token\"");
        refused(
                tokens.replace(", cacheType: ServiceAccount", "").replace("  cacheType: ServiceAccount", ""),
                "tokenAttributes.cacheType: Required value: cacheType is required to be set when tokenAttributes is"
                        + " specified. Supported values are: ServiceAccount, Token");
        String keys = "cacheType: Token, %sServiceAccountAnnotationKeys: [%s]";
        refused(
                tokens.replace("cacheType: ServiceAccount", keys.formatted("required", "k")),
                "tokenAttributes.requiredServiceAccountAnnotationKeys: Forbidden: requireServiceAccount cannot be false"
                        + " when requiredServiceAccountAnnotationKeys is set");
        refused(
                tokens.replace("cacheType: ServiceAccount", keys.formatted("optional", "k, k")),
                "tokenAttributes.optionalServiceAccountAnnotationKeys: Duplicate value: \"k\"");
        refuses(
                "optionalServiceAccountAnnotationKeys: Invalid value: \"-k\": ",
                providers(tokens.replace("cacheType: ServiceAccount", keys.formatted("optional", "'-k'"))));
    }
}
