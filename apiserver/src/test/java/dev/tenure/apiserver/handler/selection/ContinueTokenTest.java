package dev.tenure.apiserver.handler.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.apiserver.registry.RefusedException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContinueTokenTest {
    private static String token(String start) {
        String json = "{\"v\":\"meta.k8s.io/v1\",\"rv\":7,\"start\":\"%s\"}".formatted(start);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void ownTokensAreUnderstood() {
        var own = new ContinueToken(7, "default/p");
        assertThat(ContinueToken.decode(own.encoded())).isEqualTo(own);
    }

    /// A list that was begun at a kube-apiserver on the same etcd goes on here.
    @Test
    void tokensOfUpstreamBeginWithASlash() {
        assertThat(ContinueToken.decode(token("/default/p\\u0000"))).isEqualTo(new ContinueToken(7, "default/p"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[]                                                   | json: cannot unmarshal array into Go value of type storage.continueToken",
                "{\"v\":\"meta.k8s.io/v1\",\"rv\":0,\"start\":\"a\"}    | incorrect encoded start resourceVersion (version meta.k8s.io/v1)",
            })
    void otherTokensAreRefusedAsUpstreamDoes(String text, String why) {
        String token = Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> ContinueToken.decode(token)).hasMessageEndingWith(why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "//p", "..", "../p", "a/../../p", "/../p"})
    void tokensThatLeadOutOfTheCollectionAreRefused(String start) {
        String token = token(start);
        assertThatThrownBy(() -> ContinueToken.decode(token)).isInstanceOf(RefusedException.class);
    }
}
