package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Habits of HTTP clients in other languages that are rare and legal, and what upstream 1.36.3 answered to
/// them.
class ClientHabitsTest {
    private static final String ONE = "/api/v1/namespaces/default";

    @AutoClose
    private static final HttpCalls CALLS = HttpCalls.toNewServer();

    private static HttpResponse<byte[]> get(String path, Map<String, String> headers) throws Exception {
        return CALLS.send("admin", "GET", path, headers, new byte[0]);
    }

    /// The answer to a GET whose head has these lines besides the token's.
    private static String lines(String target, String... lines) throws Exception {
        return CALLS.raw("admin", "GET", target, lines);
    }

    @Test
    void aTargetWithANameOfItsOwnGoesBeforeTheHost() throws Exception {
        assertThat(lines("https://example.com" + ONE)).startsWith("HTTP/1.1 200 OK");
        assertThat(lines("https://localhost" + ONE)).startsWith("HTTP/1.1 200 OK");
    }

    @Test
    void aHeaderMayGoOnInTheNextLine() throws Exception {
        assertThat(lines(ONE, "X-Long: a", " b")).startsWith("HTTP/1.1 200 OK");
    }

    @Test
    void whatTheWholeServerCanDoIsAnsweredWithNothing() throws Exception {
        assertThat(CALLS.raw("admin", "OPTIONS", "*"))
                .startsWith("HTTP/1.1 200 OK")
                .endsWith("\r\n\r\n");
        assertThat(CALLS.raw("admin", "GET", "/*")).startsWith("HTTP/1.1 404 Not Found");
    }

    @Test
    void aSelectorMayBeLong() throws Exception {
        String keys = IntStream.range(0, 8_000)
                .mapToObj(i -> "key%d%%20notin%%20(v)".formatted(i))
                .collect(Collectors.joining("%2C"));
        String path = "/api/v1/namespaces/default/services?labelSelector=" + keys;
        assertThat(path).hasSizeGreaterThan(150 * 1024);
        assertThat(get(path, Map.of()).statusCode()).isEqualTo(200);
        assertThat(lines(path)).startsWith("HTTP/1.1 200 OK");
    }

    @Test
    void anErrorOfTheServerHasItsUsualWords() throws Exception {
        assertThat(lines("/api/v1/namespaces/default/pods?watch=true&resourceVersion=abc"))
                .startsWith("HTTP/1.1 500 Internal Server Error\r\n");
    }

    @ParameterizedTest
    @CsvSource({
        "?pretty=true,true",
        "?pretty=1,true",
        "?pretty=t,true",
        "?pretty,false",
        "?pretty=,false",
        "?pretty=maybe,false",
        "?pretty=false,false",
        "'',false",
    })
    void onlyWhatGoReadsAsTrueIsIndented(String query, boolean indented) throws Exception {
        String text = HttpCalls.text(get(ONE + query, Map.of()));
        assertThat(text.startsWith("{\n  \"kind\"")).isEqualTo(indented);
    }

    @Test
    void aBrowserIsShownIndentedTextUnlessItSaysOtherwise() throws Exception {
        Map<String, String> browser = Map.of("User-Agent", "Mozilla/5.0");
        assertThat(HttpCalls.text(get(ONE, browser))).contains("\n");
        assertThat(HttpCalls.text(get(ONE + "?pretty=", browser))).contains("\n");
        assertThat(HttpCalls.text(get(ONE + "?pretty=no", browser))).startsWith("{\"kind\"");
    }

    @Test
    void aTokenBehindASpaceTooManyIsNotRead() throws Exception {
        HttpResponse<byte[]> ignored =
                CALLS.send("", "GET", ONE, Map.of("Authorization", "Bearer  admin"), new byte[0]);
        assertThat(ignored.statusCode()).isEqualTo(403);
        assertThat(ignored.headers().firstValue("Warning"))
                .contains("299 - \"the provided Authorization header contains extra space before the bearer token,"
                        + " and is ignored\"");
        assertThat(HttpCalls.text(ignored)).contains("system:anonymous");
    }

    @Test
    void aTokenEndsAtASpace() throws Exception {
        HttpResponse<byte[]> read =
                CALLS.send("", "GET", ONE, Map.of("Authorization", "bearer admin more"), new byte[0]);
        assertThat(read.statusCode()).isEqualTo(200);
    }

    @Test
    void whoMayNothingIsToldThatBeforeTheMethodIsLookedAt() throws Exception {
        HttpResponse<byte[]> refused =
                CALLS.send("", "OPTIONS", "/api/v1/namespaces/default/configmaps", Map.of(), new byte[0]);
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(HttpCalls.text(refused))
                .contains(
                        "configmaps is forbidden: User \\\"system:anonymous\\\" cannot  resource \\\"configmaps\\\" in"
                                + " API group \\\"\\\" in the namespace \\\"default\\\"");
        assertThat(CALLS.send("admin", "OPTIONS", "/api/v1/namespaces/default/configmaps", Map.of(), new byte[0])
                        .statusCode())
                .isEqualTo(405);
    }
}
