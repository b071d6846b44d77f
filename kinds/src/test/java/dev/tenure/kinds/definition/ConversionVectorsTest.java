package dev.tenure.kinds.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.wire.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is told of a webhook that converts, by where it is said to be; a `;` stands between two faults.
final class ConversionVectorsTest {
    private static final String FORM = "; desired format: https://host[/path]";

    private static List<String> faults(String client) {
        String json = """
            {"strategy": "Webhook", "webhook": {"conversionReviewVersions": ["v1"], "clientConfig": %s}}\
            """.formatted(client);
        var errors = new FieldErrors();
        ConversionValidation.check(
                Field.of(new Path("spec.conversion"), Json.readObject(json.getBytes(StandardCharsets.UTF_8)), errors));
        return errors.list().stream().map(FieldError::text).toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        https://h/x      |
        http://h         | Invalid value: "http": 'https' is the only allowed URL scheme+
        https://         | Invalid value: "": host must be specified+
        x                | Invalid value: "": 'https' is the only allowed URL scheme+ ; Invalid value: "": host must be specified+
        https://u:p@h/x  | Invalid value: "u:p": user information is not permitted in the URL
        https://h/?a=b#f | Invalid value: "f": fragments are not permitted in the URL ; Invalid value: "a=b": query parameters are not permitted in the URL
        ::               | Required value: url must be a valid URL: parse "::": missing protocol scheme+
        https://h:port   | Required value: url must be a valid URL: parse "https://h:port": invalid port ":port" after host+
        """)
    void addresses(String url, String faults) {
        String front = "spec.conversion.webhookClientConfig.url: ";
        String[] each =
                faults == null ? new String[0] : faults.replace("+", FORM).split(" ; ", -1);
        assertThat(faults("{\"url\": \"" + url + "\"}"))
                .containsExactly(
                        List.of(each).stream().map(fault -> front + fault).toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        {"name": "a", "namespace": "b", "port": 443}                   |
        {"name": "", "namespace": "b", "port": 443}                    | namespace: Required value
        {"name": "a", "port": 443}                                     | name: Required value
        {"name": "a", "namespace": "b", "port": 0}                     | port: Invalid value: 0: port is not valid: must be between 1 and 65535, inclusive
        {"name": "a", "namespace": "b", "port": 443, "path": "/x/y/"}  |
        {"name": "a", "namespace": "b", "port": 443, "path": "//"}     | path: Invalid value: "//": segment[0] may not be empty
        {"name": "a", "namespace": "b", "port": 443, "path": "/x//y"}  | path: Invalid value: "/x//y": segment[1] may not be empty
        """)
    void services(String service, String fault) {
        List<String> wanted =
                fault == null ? List.of() : List.of("spec.conversion.webhookClientConfig.service." + fault);
        assertThat(faults("{\"service\": " + service + "}")).isEqualTo(wanted);
    }
}
