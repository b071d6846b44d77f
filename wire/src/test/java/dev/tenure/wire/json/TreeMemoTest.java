package dev.tenure.wire.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

class TreeMemoTest {
    private final TreeMemo<String> memo = new TreeMemo<>();

    private static ObjectNode tree(int number) {
        ObjectNode tree = Json.object();
        tree.putObject("containers").put("count", number);
        return tree;
    }

    @Test
    void knowsEqualTreesOnly() {
        memo.put(tree(1), "one");

        assertThat(memo.get(tree(1))).contains("one");
        assertThat(memo.get(tree(2))).isEmpty();
        assertThat(memo.get(Json.object().path("absent"))).isEmpty();
    }

    @Test
    void laterChangesOfATreeDoNotReachWhatIsRemembered() {
        ObjectNode given = tree(1);
        memo.put(given, "one");
        given.withObject("/containers").put("count", 5);

        assertThat(memo.get(tree(1))).contains("one");
        assertThat(memo.get(tree(5))).isEmpty();
    }

    @Test
    void forgetsRatherThanGrows() {
        for (int i = 0; i < 10_000; i++) {
            memo.put(tree(i), String.valueOf(i));
        }

        int known = 0;
        for (int i = 0; i < 10_000; i++) {
            known += memo.get(tree(i)).filter(String.valueOf(i)::equals).isPresent() ? 1 : 0;
        }
        assertThat(known).isBetween(1, 512);
    }

    @Test
    void aNameThatWasMadeUpMayBeAnyOther() {
        memo.put(named("x-1", "x-1", "y"), "x-1", "valid");

        assertThat(memo.get(named("x-2", "x-2", "y"), "x-2")).contains("valid");
        assertThat(memo.get(named("x-2", "x-1", "y"), "x-2")).isEmpty();
        assertThat(memo.get(named("x-2", "x-2", "x-2"), "x-2")).isEmpty();
        assertThat(memo.get(named("x-2", "x-2", "y"))).isEmpty();
        assertThat(memo.get(named("x-1", "x-1", "y"))).isEmpty();
        assertThat(memo.get(named("", "", "y"), "")).isEmpty();
    }

    private static ObjectNode named(String volume, String mount, String other) {
        ObjectNode tree = Json.object();
        tree.putArray("volumes").addObject().put("name", volume);
        tree.putArray("mounts").addObject().put("name", mount).put("path", other);
        return tree;
    }
}
