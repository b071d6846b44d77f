package dev.tenure.wire.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.model.meta.Content;
import dev.tenure.wire.json.Part.Members;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentTest {
    private static final String POD = """
        {"kind":"Pod","apiVersion":"v1","metadata":{"name":"%s","uid":"u-1","labels":{"app":"web"},\
        "managedFields":[{"manager":"m","operation":"Update","time":"%s","fieldsV1":{"f:spec":{"f:a":{}}}}]},\
        "spec":{"containers":[{"name":"c","image":"web:1","ports":[{"containerPort":80}]}],"nodeName":"%s"},\
        "status":{"phase":"Running","n":1}}\
        """;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(Content content) {
        return new String(content.bytes(), StandardCharsets.UTF_8);
    }

    private static Document pod(String name, String time, String node) {
        return Document.stored(bytes(POD.formatted(name, time, node)));
    }

    private static Part part(Document document, String... path) {
        Part part = document.resolved();
        for (String name : path) {
            part = Objects.requireNonNull(((Members) PartReader.resolved(part)).part(name));
        }
        return part;
    }

    /// Text → tree → text and text → parts → text, whatever is in it, however it is divided.
    @Test
    void whatIsReadAndWrittenIsWhatItWas() {
        for (long seed = 0; seed < 400; seed++) {
            ObjectNode tree = new Trees(seed).object(4);
            String written = tree.toString();
            String ours = new String(Json.write(tree), StandardCharsets.UTF_8);
            for (Document document : forms(tree)) {
                assertThat(text(document)).as("seed %d", seed).isEqualTo(ours);
                assertThat(document.tree()).as("seed %d", seed).isEqualTo(tree);
                assertThat(document.size())
                        .satisfiesAnyOf(
                                size -> assertThat(size).isEqualTo(bytes(ours).length),
                                size -> assertThat(size).isEqualTo(3_000));
            }
            assertThat(Json.readObject(bytes(written))).isEqualTo(tree);
        }
    }

    private static List<Document> forms(ObjectNode tree) {
        byte[] json = Json.write(tree);
        Document document = Document.of(tree);
        return List.of(
                document,
                document.packed(),
                Document.written(json),
                Document.written(json).packed(),
                Document.parse(json),
                Document.parse(json).packed(),
                Document.stored(json));
    }

    /// Any edits of an opened tree do what the same edits do to a tree of plain maps and lists, in all that
    /// the tree can be asked and in what is written in the end, while the document stays what it was.
    @Test
    void editsDoWhatTheyDoToPlainMaps() {
        for (long seed = 0; seed < 600; seed++) {
            ObjectNode before = new Trees(seed).object(4);
            for (Document document : forms(before)) {
                ObjectNode plain = before.deepCopy();
                ObjectNode opened = document.tree();
                for (int edit = 0; edit < 12; edit++) {
                    long chance = seed * 31 + edit;
                    change(plain, new Random(chance));
                    change(opened, new Random(chance));
                    if (edit % 4 == 3) {
                        assertThat(text(Document.of(opened, document)))
                                .as("seed %d, edit %d", seed, edit)
                                .isEqualTo(new String(Json.write(plain), StandardCharsets.UTF_8));
                    }
                }
                assertThat(opened).as("seed %d", seed).isEqualTo(plain);
                assertThat(plain).as("seed %d", seed).isEqualTo(opened);
                assertThat(opened.hashCode()).isEqualTo(plain.hashCode());
                assertThat(new String(Json.write(opened), StandardCharsets.UTF_8))
                        .isEqualTo(new String(Json.write(plain), StandardCharsets.UTF_8));
                assertThat(WorkingTree.copy(opened)).isEqualTo(plain);
                assertThat(opened.deepCopy()).isEqualTo(plain);
                assertThat(Document.of(plain, document).tree()).isEqualTo(plain);
                assertThat(document.tree()).as("seed %d", seed).isEqualTo(before);
            }
        }
    }

    /// One change somewhere in a tree: the same for the same chance, whatever the tree is made of.
    private static void change(JsonNode tree, Random random) {
        JsonNode at = tree;
        while (random.nextInt(3) > 0) {
            List<JsonNode> below = new ArrayList<>();
            at.forEach(child -> {
                if (child.isContainerNode()) {
                    below.add(child);
                }
            });
            if (below.isEmpty()) {
                break;
            }
            at = below.get(random.nextInt(below.size()));
        }
        JsonNode value = new Trees(random.nextLong()).value(1);
        switch (at) {
            case ObjectNode object -> changeMembers(object, value, random);
            case ArrayNode array -> changeElements(array, value, random);
            default -> throw new IllegalStateException("no container");
        }
    }

    private static void changeMembers(ObjectNode object, JsonNode value, Random random) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        String name = names.isEmpty() || random.nextInt(3) == 0
                ? "new" + random.nextInt(3)
                : names.get(random.nextInt(names.size()));
        switch (random.nextInt(8)) {
            case 0 -> object.remove(name);
            case 1 -> object.properties().removeIf(member -> member.getKey().compareTo(name) < 0);
            case 2 -> object.remove(List.of(name, "a"));
            case 3 -> object.putIfAbsent(name, value);
            case 4 -> object.properties().forEach(member -> member.setValue(value.deepCopy()));
            case 5 -> object.setAll(Map.of(name, value));
            case 6 -> object.retain(List.of(name, "b"));
            default -> object.set(name, names.isEmpty() ? value : WorkingTree.copy(object.path(names.getFirst())));
        }
    }

    private static void changeElements(ArrayNode array, JsonNode value, Random random) {
        int size = array.size();
        switch (random.nextInt(size == 0 ? 2 : 6)) {
            case 0 -> array.add(value);
            case 1 -> array.insert(0, value);
            case 2 -> array.remove(random.nextInt(size));
            case 3 -> array.set(random.nextInt(size), value);
            case 4 -> array.iterator().next();
            default -> {
                var each = array.iterator();
                each.next();
                each.remove();
            }
        }
    }

    @Test
    void whatIsLeftAloneIsShared() {
        Document before = pod("a", "t1", "n1");
        Document after = before.edit(pod -> pod.withObject("/status").put("phase", "Failed"));

        assertThat(part(after, "spec")).isSameAs(part(before, "spec"));
        assertThat(part(after, "metadata")).isSameAs(part(before, "metadata"));
        assertThat(part(after, "status", "n")).isSameAs(part(before, "status", "n"));
        assertThat(text(after)).isEqualTo(text(before).replace("Running", "Failed"));
        assertThat(text(before)).contains("Running");
    }

    @Test
    void whatWasReadOrPutAsItIsStaysTheSamePart() {
        Document before = pod("a", "t1", "n1");
        Document after = before.edit(pod -> {
            assertThat(pod.at("/spec/containers/0/ports/0/containerPort").asInt())
                    .isEqualTo(80);
            pod.set("spec", pod.path("spec").deepCopy());
            pod.withObject("/metadata").put("name", "a");
            pod.withObject("/status").put("phase", "Failed").put("phase", "Running");
        });

        assertThat(part(after, "spec")).isSameAs(part(before, "spec"));
        assertThat(part(after, "metadata")).isSameAs(part(before, "metadata"));
        assertThat(part(after, "status")).isSameAs(part(before, "status"));
    }

    @Test
    void equalPartsOfSeveralObjectsAreOne() {
        Document one = pod("a", "t1", "n1");
        Document other = Document.of(Json.readObject(bytes(POD.formatted("b", "t2", "n2"))))
                .packed();

        assertThat(part(one, "spec", "containers")).isSameAs(part(other, "spec", "containers"));
        assertThat(part(one, "metadata", "labels")).isSameAs(part(other, "metadata", "labels"));
        Part managers = part(other, "metadata", "managedFields");
        assertThat(((Members) ((Part.Elements) managers).part(0)).part("fieldsV1"))
                .isSameAs(
                        ((Members) ((Part.Elements) part(one, "metadata", "managedFields")).part(0)).part("fieldsV1"));
    }

    /// Containers that each name a token of their own share all the rest; those of which another is seen are
    /// one text.
    @Test
    void longListsShareWhatTheirEntriesHaveInCommon() {
        String container = "[{\"name\":\"c\",\"image\":\"web:1\",\"env\":[{\"name\":\"A\",\"value\":\"%s\"}],"
                + "\"volumeMounts\":[{\"name\":\"token-%s\",\"mountPath\":\"/var/run/secrets\"}]}]";
        String value = "long ".repeat(60);
        var own = new ArrayList<Document>();
        var same = new ArrayList<Document>();
        for (int i = 0; i < 3; i++) {
            own.add(containers(container.formatted(value, "own-" + i), i));
            same.add(containers(container.formatted(value, "same"), i));
        }
        Part env = part(own.get(1), "spec", "containers");
        assertThat(entry(env, "env")).isSameAs(entry(part(own.get(2), "spec", "containers"), "env"));
        assertThat(part(same.get(1), "spec", "containers")).isSameAs(part(same.get(2), "spec", "containers"));

        Document changed = own.get(1).edit(tree -> ((ObjectNode) tree.at("/spec/containers/0")).put("image", "web:2"));
        Part after = part(changed.packed(), "spec", "containers");
        assertThat(entry(after, "env")).isSameAs(entry(env, "env"));
        assertThat(entry(after, "volumeMounts")).isSameAs(entry(env, "volumeMounts"));
        assertThat(text(changed.packed())).isEqualTo(text(own.get(1)).replace("web:1", "web:2"));
    }

    /// As it is read from a disk, or as somebody makes it.
    private static Document containers(String list, int way) {
        byte[] json = bytes("{\"kind\":\"Pod\",\"spec\":{\"containers\":" + list + "}}");
        Document document = way == 1 ? Document.of(Json.readObject(json)).packed() : Document.stored(json);
        assertThat(text(document)).isEqualTo(new String(json, StandardCharsets.UTF_8));
        return document;
    }

    private static Part entry(Part list, String member) {
        return Objects.requireNonNull(((Members) ((Part.Elements) list).part(0)).part(member));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":1,\"b\":{\"c\":[]}}", "{ \"b\" : {\"c\":[ ]}, \"a\":1 }"})
    void theOrderOfMembersMakesNoDifference(String json) {
        Document one = Document.parse(bytes("{\"b\":{\"c\":[]},\"a\":1}"));

        assertThat(one.isEquivalentTo(Document.written(bytes(json)))).isTrue();
        assertThat(one.isEquivalentTo(Document.written(bytes(json.replace("1", "2")))))
                .isFalse();
    }

    /// The last of two members counts, as everywhere. The tree that is opened for tables and the text that is
    /// sent are one object.
    @Test
    void treesHaveTheRevisionWhereTextsHaveIt() {
        for (long seed = 0; seed < 200; seed++) {
            Document document = Document.of(new Trees(seed).object(4));
            for (long revision : new long[] {0, 17}) {
                var text = new TreeWriter(64);
                text.stored(document, revision, true);
                assertThat(Json.write(document.tree(revision)))
                        .as("seed %d", seed)
                        .isEqualTo(text.written());
            }
        }
        assertThat(pod("a", "t", "n").tree(3).path("metadata").fieldNames())
                .toIterable()
                .containsExactly("name", "uid", "resourceVersion", "labels", "managedFields");
    }

    @Test
    void membersThatAreNamedTwiceCountOnce() {
        byte[] json = bytes("{\"metadata\":{\"a\":1,\"b\":2,\"a\":3},\"x\":{},\"x\":[1]}");

        assertThat(text(Document.stored(json))).isEqualTo("{\"metadata\":{\"a\":3,\"b\":2},\"x\":[1]}");
        assertThat(text(Document.parse(json))).isEqualTo("{\"metadata\":{\"a\":3,\"b\":2},\"x\":[1]}");
    }

    @Test
    void aTreeThatJsonCannotSayBecomesNoDocument() {
        ObjectNode tree = Json.object();
        tree.set("managedFields", MissingNode.INSTANCE);

        assertThatThrownBy(() -> Document.of(tree)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "1", "{", "{\"a\":}"})
    void bytesThatAreNoObjectAreReportedWhenTheyAreRead(String json) {
        Document document = Document.stored(bytes(json));

        assertThat(text(document)).isEqualTo(json);
        assertThatThrownBy(document::tree).isInstanceOf(JsonSyntaxException.class);
        assertThatThrownBy(() -> Document.parse(bytes(json))).isInstanceOf(JsonSyntaxException.class);
    }

    /// Trees by chance, with all kinds of values and names.
    private static final class Trees {
        private static final List<String> NAMES = List.of(
                "a",
                "b",
                "c",
                "metadata",
                "managedFields",
                "spec",
                "status",
                "näme",
                "with \"quotes\"",
                "f:x",
                "1",
                "d",
                "e",
                "new1");

        private final Random random;

        Trees(long seed) {
            this.random = new Random(seed);
        }

        ObjectNode object(int depth) {
            ObjectNode object = Json.object();
            int size = random.nextInt(8) == 0 ? 14 : random.nextInt(5);
            for (int i = 0; i < size; i++) {
                object.set(NAMES.get(random.nextInt(NAMES.size())), value(depth - 1));
            }
            return object;
        }

        JsonNode value(int depth) {
            return switch (random.nextInt(depth > 0 ? 12 : 8)) {
                case 0 -> NullNode.INSTANCE;
                case 1 -> BooleanNode.valueOf(random.nextBoolean());
                case 2 -> NumberNode.valueOf(random.nextInt(100));
                case 3 -> NumberNode.valueOf(random.nextLong());
                case 4 -> Numbers.ofGo(random.nextInt(1000) / 8.0 + 0.0625);
                case 5 -> TextNode.valueOf("text of more than thirty-two characters " + random.nextInt(3));
                case 6 -> TextNode.valueOf("\"\\\n\u0001ü\ud83d\ude00" + random.nextInt(3));
                case 7 -> TextNode.valueOf("short" + random.nextInt(3));
                case 8, 9 -> object(depth);
                default -> {
                    ArrayNode array = Json.array();
                    for (int i = random.nextInt(4); i > 0; i--) {
                        array.add(value(depth - 1));
                    }
                    yield array;
                }
            };
        }
    }
}
