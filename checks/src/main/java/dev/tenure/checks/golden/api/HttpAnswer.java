package dev.tenure.checks.golden.api;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// What came back for one request.
///
/// @param status 0 when no answer came; `body` then says why
public record HttpAnswer(int status, List<Header> headers, byte[] body) {
    record Header(String name, String value) {}

    static HttpAnswer broken(String why) {
        return new HttpAnswer(0, List.of(), ("transport: " + why).getBytes(StandardCharsets.UTF_8));
    }

    List<String> values(String name) {
        return headers.stream()
                .filter(header -> header.name().equalsIgnoreCase(name))
                .map(Header::value)
                .toList();
    }

    Optional<String> first(String name) {
        return values(name).stream().findFirst();
    }

    String text() {
        return new String(body, StandardCharsets.UTF_8);
    }
}
