package dev.tenure.apiserver.registry.field;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What does not fit a list of Go structs, each line checked against Go.
final class GoRecordsTest {
    private static final GoRecords RECORDS =
            GoRecords.of("v1.T", "key", "string", "operator", "v1.Op", "tolerationSeconds", "int64");

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {}                              | json: cannot unmarshal object into Go value of type []v1.T
            "x"                             | json: cannot unmarshal string into Go value of type []v1.T
            [1]                             | json: cannot unmarshal number into Go value of type v1.T
            [[]]                            | json: cannot unmarshal array into Go value of type v1.T
            [{"key":1}]                     | json: cannot unmarshal number into Go struct field T.key of type string
            [{"Key":true}]                  | json: cannot unmarshal bool into Go struct field T.key of type string
            [{"operator":{}}]               | json: cannot unmarshal object into Go struct field T.operator of type v1.Op
            [{"tolerationSeconds":"5"}]     | json: cannot unmarshal string into Go struct field T.tolerationSeconds of type int64
            [{"tolerationSeconds":1.5}]     | json: cannot unmarshal number 1.5 into Go struct field T.tolerationSeconds of type int64
            [null, {"key":[]}, {"key":1}]   | json: cannot unmarshal array into Go struct field T.key of type string
            [{"key":"a"}] x                 | invalid character 'x' after top-level value
            """)
    void whatDoesNotFitIsReported(String text, String fault) {
        assertThat(RECORDS.fault(text)).contains(fault);
    }

    @Test
    void whatFitsIsNot() {
        for (String text : new String[] {"null", "[]", "[null]", "[{\"key\":null,\"tolerationSeconds\":5,\"x\":1}]"}) {
            assertThat(RECORDS.fault(text)).isEmpty();
        }
    }

    @Test
    void whatFitsIsReadWithItsMembersOnly() {
        String text =
                "[null, {\"KEY\":\"a\",\"key\":\"b\",\"x\":1,\"operator\":null,\"tolerationSeconds\":5}, {\"key\":\"\"}]";
        assertThat(RECORDS.read(text).toString()).isEqualTo("[{},{\"key\":\"b\",\"tolerationSeconds\":5},{}]");
        assertThat(RECORDS.read("null")).isEmpty();
    }
}
