package dev.tenure.wire.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JsonPlaceTest {
    private static final String JSON =
            "{\"a\":{\"b\":[1,{\"c\":\"} \\\" ]\"}],\"s\":\"x\\\\\"},\"n\":-1.5e3,\"b\":true,\"e\":{},\"last\":null}";

    private static List<String> members(String... names) {
        byte[] json = JSON.getBytes(StandardCharsets.UTF_8);
        return JsonPlace.of(json).members(json, List.of(names)).stream()
                .map(found -> found.map(place -> JSON.substring(place.from(), place.to()))
                        .orElse("absent"))
                .toList();
    }

    @Test
    void findsTheMembersOfTheObjectItselfInTheOrderAskedFor() {
        assertThat(members("n", "a", "c", "last", "e", "b"))
                .containsExactly(
                        "-1.5e3", "{\"b\":[1,{\"c\":\"} \\\" ]\"}],\"s\":\"x\\\\\"}", "absent", "null", "{}", "true");
    }

    @Test
    void findsMembersOfMembers() {
        byte[] json = JSON.getBytes(StandardCharsets.UTF_8);
        JsonPlace inner =
                JsonPlace.of(json).members(json, List.of("a")).getFirst().orElseThrow();

        JsonPlace text = inner.members(json, List.of("s")).getFirst().orElseThrow();

        assertThat(JSON.substring(text.from(), text.to())).isEqualTo("\"x\\\\\"");
        assertThat(inner.members(json, List.of("n")).getFirst()).isEmpty();
    }

    @Test
    void whatIsNoObjectHasNoMembers() {
        byte[] json = "[1]".getBytes(StandardCharsets.UTF_8);

        assertThat(JsonPlace.of(json).members(json, List.of("a")).getFirst()).isEmpty();
    }

    @Test
    void aSpliceReplacesValuesAndCopiesTheRest() {
        byte[] json = JSON.getBytes(StandardCharsets.UTF_8);
        List<JsonPlace> places = JsonPlace.of(json).members(json, List.of("n", "last")).stream()
                .map(Optional::orElseThrow)
                .toList();

        JsonSplice splice = JsonSplice.of(json)
                .and(places.get(0), Json.object().put("much", "longer"))
                .and(places.get(1), Json.array());
        JsonPlace last = splice.last();
        byte[] spliced = splice.bytes();

        assertThat(JsonPlace.of(spliced).members(spliced, List.of("last")).getFirst())
                .contains(last);

        assertThat(new String(spliced, StandardCharsets.UTF_8))
                .isEqualTo(JSON.replace("-1.5e3", "{\"much\":\"longer\"}").replace("null", "[]"));
    }
}
