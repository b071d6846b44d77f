package dev.tenure.controllers.garbage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class WaitingOwnersTest {
    private static final int MANY = 10_000;

    private final WaitingOwners owners = new WaitingOwners();
    private int looks;

    private static ObjectMeta owned(String uid, String owner, boolean blocks) {
        return Views.meta(Json.readObject("""
            {"metadata": {"name": "x", "uid": "%s", "ownerReferences": [{"apiVersion": "v1", "kind": "ConfigMap",
             "name": "o", "uid": "%s", "blockOwnerDeletion": %b}]}}""".formatted(uid, owner, blocks).getBytes(StandardCharsets.UTF_8)));
    }

    private Stream<ObjectMeta> counted(Stream<ObjectMeta> all) {
        return all.peek(_ -> looks++);
    }

    private WaitingOwners.Waiting owner(List<ObjectMeta> owned) {
        return owners.of("o", () -> counted(owned.stream()));
    }

    /// An owner is looked at whenever something that it owns has gone.
    @Test
    void whatAnOwnerWaitsForIsLookedAtOnceHoweverMuchItIs() {
        List<ObjectMeta> all = IntStream.range(0, MANY)
                .mapToObj(i -> owned("d" + i, "o", i % 2 == 0))
                .toList();
        int told = 0;
        for (int i = 0; i < MANY; i += 2) {
            WaitingOwners.Waiting waiting = owner(all);
            assertThat(waiting.blocked()).isTrue();
            told += waiting.tells() ? 1 : 0;
            owners.gone("o", "d" + i);
        }
        assertThat(owner(all).blocked()).isFalse();
        assertThat(looks).isEqualTo(MANY);
        assertThat(told).as("at first and with each half that has gone").isBetween(10, 20);
    }

    @Test
    void whatCeasesToBlockIsWaitedForNoMore() {
        assertThat(owner(List.of(owned("a", "o", true), owned("o", "o", true))).blocked())
                .as("by another, and by itself")
                .isTrue();
        owners.changed("o", "a", () -> owned("a", "o", false));
        assertThat(owner(List.of()).blocked()).isFalse();
        owners.changed("o", "b", () -> owned("b", "o", true));
        assertThat(owner(List.of()).blocked()).isTrue();
    }

    @Test
    void anOwnerThatDoesNotWaitCostsNothing() {
        var asked = new ArrayList<String>();
        owners.changed("o", "a", () -> {
            asked.add("a");
            return owned("a", "o", true);
        });
        owners.gone("o", "a");
        assertThat(asked).isEmpty();
        assertThat(owner(List.of(owned("a", "o", true))).blocked()).isTrue();
        owners.forget("o");
        assertThat(owner(List.of()).blocked()).as("made again under its name").isFalse();
    }
}
