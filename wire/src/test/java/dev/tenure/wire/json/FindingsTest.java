package dev.tenure.wire.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FindingsTest {
    private final Findings<String> found = new Findings<>("test");

    private static ObjectNode tree(int number) {
        ObjectNode tree = Json.object();
        tree.putObject("containers").put("count", number);
        return tree;
    }

    @Test
    void knowsEqualTreesOnly() {
        found.put(Findings.key(tree(1)), "one");

        assertThat(found.get(Findings.key(tree(1)))).contains("one");
        assertThat(found.get(Findings.key(tree(2)))).isEmpty();
        assertThat(found.get(Findings.key(Json.object().path("absent")))).isEmpty();
    }

    @Test
    void laterChangesOfATreeDoNotReachWhatIsRemembered() {
        ObjectNode given = tree(1);
        found.put(Findings.key(given), "one");
        given.withObject("/containers").put("count", 5);

        assertThat(found.get(Findings.key(tree(1)))).contains("one");
        assertThat(found.get(Findings.key(tree(5)))).isEmpty();
    }

    @Test
    void forgetsRatherThanGrows() {
        for (int i = 0; i < 10_000; i++) {
            found.put(Findings.key(tree(i)), String.valueOf(i));
        }

        int known = 0;
        for (int i = 0; i < 10_000; i++) {
            known += found.get(Findings.key(tree(i)))
                            .filter(String.valueOf(i)::equals)
                            .isPresent()
                    ? 1
                    : 0;
        }
        assertThat(known).isBetween(1, 512);
    }

    @Test
    void aNameThatWasMadeUpMayBeAnyOther() {
        found.put(Findings.key(named("x-1", "x-1", "y"), "x-1"), "valid");

        assertThat(found.get(Findings.key(named("x-2", "x-2", "y"), "x-2"))).contains("valid");
        assertThat(found.get(Findings.key(named("x-2", "x-1", "y"), "x-2"))).isEmpty();
        assertThat(found.get(Findings.key(named("x-2", "x-2", "x-2"), "x-2"))).isEmpty();
        assertThat(found.get(Findings.key(named("x-2", "x-2", "y")))).isEmpty();
        assertThat(found.get(Findings.key(named("x-1", "x-1", "y")))).isEmpty();
        assertThat(found.get(Findings.key(named("", "", "y"), ""))).isEmpty();
    }

    private static ObjectNode named(String volume, String mount, String other) {
        ObjectNode tree = Json.object();
        tree.putArray("volumes").addObject().put("name", volume);
        tree.putArray("mounts").addObject().put("name", mount).put("path", other);
        return tree;
    }
}
