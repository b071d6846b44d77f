package dev.tenure.wire.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever is done to them, they are what a map would be.
final class OwnMembersTest {
    private static final int STEPS = 20_000;

    @ParameterizedTest
    @ValueSource(ints = {4, 12, 13, 40})
    void theyAreWhatAMapWouldBe(int names) {
        var random = new Random(names);
        Map<String, JsonNode> wanted = new LinkedHashMap<>();
        Map<String, JsonNode> members = new OwnMembers();
        for (int i = 0; i < STEPS; i++) {
            String name = "n" + random.nextInt(names);
            JsonNode value = NumberNode.valueOf(i);
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> assertThat(members.put(name, value)).isEqualTo(wanted.put(name, value));
                case 3 -> assertThat(members.remove(name)).isEqualTo(wanted.remove(name));
                case 4 -> assertThat(members.putIfAbsent(name, value)).isEqualTo(wanted.putIfAbsent(name, value));
                case 5 -> {
                    members.entrySet().removeIf(entry -> entry.getKey().equals(name));
                    wanted.remove(name);
                }
                case 6 -> {
                    members.replaceAll((key, before) -> key.equals(name) ? value : before);
                    wanted.replaceAll((key, before) -> key.equals(name) ? value : before);
                }
                default -> clearSometimes(random, members, wanted);
            }
            assertThat(members.get(name)).isEqualTo(wanted.get(name));
            assertThat(members.containsKey(name)).isEqualTo(wanted.containsKey(name));
            assertThat(new ArrayList<>(members.keySet())).isEqualTo(new ArrayList<>(wanted.keySet()));
            assertThat(members).isEqualTo(wanted).hasSameHashCodeAs(wanted);
        }
    }

    private static void clearSometimes(Random random, Map<String, JsonNode> members, Map<String, JsonNode> wanted) {
        if (random.nextInt(20) == 0) {
            members.clear();
            wanted.clear();
        }
    }
}
