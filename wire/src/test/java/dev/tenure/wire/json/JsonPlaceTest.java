package dev.tenure.wire.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
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
    void elementsOfAListHaveTheirPlaces() {
        byte[] json = "[1,\"a,]\",{\"b\":[2,3]},[]]".getBytes(StandardCharsets.UTF_8);

        assertThat(JsonPlace.of(json).elements(json).stream()
                        .map(at -> at.read(json).toString()))
                .containsExactly("1", "\"a,]\"", "{\"b\":[2,3]}", "[]");
        assertThat(JsonPlace.of("[]".getBytes(StandardCharsets.UTF_8)).elements("[]".getBytes(StandardCharsets.UTF_8)))
                .isEmpty();
    }
}
