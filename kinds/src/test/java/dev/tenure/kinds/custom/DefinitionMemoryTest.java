package dev.tenure.kinds.custom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.StoredObject.Header;
import dev.tenure.wire.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DefinitionMemoryTest {
    /// Whose conversions were looked at, one for each time a definition was.
    private final List<String> looked = new ArrayList<>();

    private final List<String> failed = new ArrayList<>();
    private final DefinitionMemory memory = new DefinitionMemory(
            conversion -> {
                looked.add(conversion.path("of").asText());
                if (looked.size() == 1 && looked.getFirst().equals("bad")) {
                    throw new IllegalStateException("planted");
                }
                return new ConversionWebhook(conversion, Optional.empty(), () -> "");
            },
            definition -> definition.path("spec").path("open").asBoolean(false));

    private static StoredObject definition(String plural, String group, long revision, String more) {
        String text = """
                {'metadata': {'name': '%1$s.%2$s'},
                 'spec': {'group': '%2$s', 'scope': 'Cluster', 'names': {'plural': '%1$s', 'kind': 'K%1$s'},
                  'conversion': {'strategy': 'Webhook', 'of': '%1$s'}%3$s,
                  'versions': [{'name': 'v1beta1', 'served': true, 'storage': false},
                               {'name': 'v1', 'served': true, 'storage': true}]},
                 'status': {'acceptedNames': {'plural': '%1$s', 'kind': 'K%1$s'},
                  'conditions': [{'type': 'Established', 'status': 'True'}]}}""".formatted(plural, group, more).replace('\'', '"');
        var key = new ObjectKey("apiextensions.k8s.io", "customresourcedefinitions", "", plural + "." + group);
        byte[] json = Json.write(Json.readObject(text.getBytes(StandardCharsets.UTF_8)));
        return new StoredObject(new Header(key, "", Map.of(), List.of(), Map.of(), false), json, revision, _ -> "");
    }

    private void look(StoredObject... definitions) {
        memory.look(List.of(definitions), (definition, e) -> failed.add(e.getMessage()));
    }

    private List<String> kinds() {
        return memory.kinds().stream()
                .map(KindEntry::type)
                .map(type -> type.group() + "/" + type.version() + "/" + type.resource())
                .toList();
    }

    @Test
    void eachRevisionOfADefinitionIsLookedAtOnce() {
        StoredObject lamps = definition("lamps", "b.test", 1, "");
        StoredObject beds = definition("beds", "a.test", 2, "");
        look(lamps);
        look(lamps, beds);
        look(lamps, beds);
        assertThat(looked).containsExactly("lamps", "beds");
        assertThat(kinds())
                .containsExactly("a.test/v1/beds", "a.test/v1beta1/beds", "b.test/v1/lamps", "b.test/v1beta1/lamps");
        look(definition("lamps", "b.test", 3, ""), beds);
        assertThat(looked).containsExactly("lamps", "beds", "lamps");
        look(beds);
        assertThat(kinds()).containsExactly("a.test/v1/beds", "a.test/v1beta1/beds");
        memory.forget();
        look(beds);
        assertThat(looked).hasSize(4);
    }

    @Test
    void oneOfWhichNoKindCouldBeMadeIsTriedAgain() {
        StoredObject bad = definition("bad", "a.test", 1, "");
        look(bad);
        assertThat(kinds()).isEmpty();
        look(bad);
        assertThat(failed).containsExactly("planted");
        assertThat(kinds()).hasSize(2);
    }

    @Test
    void namesAreJudgedBesideThoseOfTheSameGroupAlone() {
        StoredObject lamps = definition("lamps", "b.test", 1, ", 'open': true");
        StoredObject beds = definition("beds", "b.test", 2, "");
        StoredObject other = definition("beds", "a.test", 3, "");
        look(lamps, beds, other);
        assertThat(List.of(lamps, beds, other)).filteredOn(memory::isOpen).containsExactly(lamps);
        assertThat(List.of(lamps, beds, other)).filteredOn(memory.besideOpen()).containsExactly(lamps, beds);
    }
}
