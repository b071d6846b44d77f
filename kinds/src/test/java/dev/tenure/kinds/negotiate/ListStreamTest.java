package dev.tenure.kinds.negotiate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.negotiate.Forms;
import dev.tenure.apiserver.negotiate.ListStream;
import dev.tenure.apiserver.negotiate.Renderer;
import dev.tenure.apiserver.negotiate.Representation;
import dev.tenure.apiserver.negotiate.Representation.Form;
import dev.tenure.kinds.KindList;
import dev.tenure.kinds.custom.CustomKinds;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.wire.ObjectCodec.Format;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// A list that is made while it is sent is the list that is made whole.
class ListStreamTest {
    private static final ResourceType PODS = new ResourceType("", "v1", "pods", "Pod", Scope.NAMESPACED);
    private static final ResourceType LAMPS = new ResourceType("zoo.test", "v1", "lamps", "Lamp", Scope.NAMESPACED);
    private static final String DEFINITION = """
        {"kind": "CustomResourceDefinition", "metadata": {"name": "lamps.zoo.test"},
         "spec": {"group": "zoo.test", "scope": "Namespaced", "names": {"plural": "lamps", "kind": "Lamp"},
          "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema":
           {"type": "object", "x-kubernetes-preserve-unknown-fields": true}}}]},
         "status": {"acceptedNames": {"plural": "lamps", "singular": "lamp", "kind": "Lamp", "listKind": "LampList"},
          "conditions": [{"type": "Established", "status": "True"}]}}\
        """;

    private static final TimeSource NEW_YEAR = new SimulatedWorld(Instant.parse("2026-01-01T00:00:00Z"));

    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);
    private final Forms forms = new Forms(
            new Published<>(KindList.standard()
                    .with(CustomKinds.of(
                            List.of(Json.readObject(DEFINITION.getBytes(StandardCharsets.UTF_8))), (_, e) -> {
                                throw e;
                            }))),
            NEW_YEAR);
    private final Renderer renderer = new Renderer(forms);

    private StoredObject object(ResourceType type, int number) {
        ObjectNode tree = Json.object();
        tree.put("kind", type.kind()).put("apiVersion", type.apiVersion());
        ObjectNode metadata =
                tree.putObject("metadata").put("name", "n" + number).put("namespace", "default");
        metadata.put("uid", "uid-" + number).put("creationTimestamp", "2025-12-31T23:00:0" + number % 10 + "Z");
        metadata.putObject("annotations").put("long", "\"[]\n\u00e9" + "x[]".repeat(random.nextInt(4_000)));
        if (type.equals(PODS)) {
            ObjectNode container = tree.putObject("spec").putArray("containers").addObject();
            container.put("name", "c").put("image", "i");
            container.putObject("resources");
            tree.putObject("status").put("phase", "Running");
        } else {
            tree.putObject("spec").putArray("empty");
            tree.put("number", 1.5);
        }
        var header = new StoredObject.Header(
                new ObjectKey(type.group(), type.resource(), "default", "n" + number),
                "uid-" + number,
                Map.of(),
                List.of(),
                Map.of(),
                false);
        return new StoredObject(header, Json.write(tree), 10L + number, _ -> tree);
    }

    private ApiReply.Many page(ResourceType type) {
        return page(type, 60);
    }

    private ApiReply.Many page(ResourceType type, int count) {
        var items = new ArrayList<StoredObject>();
        for (int i = 0; i < count; i++) {
            items.add(object(type, i));
        }
        boolean more = random.nextBoolean();
        return new ApiReply.Many(
                type,
                99,
                items,
                more ? Optional.of("next\"[]") : Optional.empty(),
                more ? Optional.of(7L) : Optional.empty(),
                List.of());
    }

    private static List<Representation> all() {
        var all = new ArrayList<Representation>();
        for (boolean pretty : new boolean[] {false, true}) {
            all.add(new Representation(Format.JSON, Form.OBJECT, "", pretty));
            all.add(new Representation(Format.JSON, Form.TABLE, "v1", pretty));
            all.add(new Representation(Format.JSON, Form.PARTIAL_LIST, "v1", pretty));
        }
        return all;
    }

    private void compare(ApiReply.Many page, Representation wanted, String included) {
        ListStream stream = renderer.stream(page, wanted, included).orElseThrow();
        var sent = new ByteArrayOutputStream();
        for (byte[] piece = stream.next(); piece.length > 0; piece = stream.next()) {
            sent.writeBytes(piece);
        }
        Renderer.Rendered whole = renderer.render(page, wanted, included);
        assertThat(stream.contentType()).isEqualTo(whole.contentType());
        assertThat(sent.toByteArray()).as("seed %d, %s", seed, wanted).isEqualTo(whole.body());
    }

    @Test
    void whatIsSentIsWhatWouldBeMadeWhole() {
        for (ResourceType type : List.of(PODS, LAMPS)) {
            ApiReply.Many page = page(type);
            for (Representation wanted : all()) {
                compare(page, wanted, "");
            }
            compare(page, new Representation(Format.JSON, Form.TABLE, "v1", false), "Object");
            compare(page, new Representation(Format.JSON, Form.TABLE, "v1", false), "None");
        }
    }

    @Test
    void protobufToo() {
        ApiReply.Many page = page(PODS);
        compare(page, new Representation(Format.PROTOBUF, Form.OBJECT, "", false), "");
        compare(page, new Representation(Format.PROTOBUF, Form.PARTIAL_LIST, "v1", false), "");
    }

    @Test
    void shortListsAndOtherAnswersAreMadeWhole() {
        ApiReply.Many page = page(PODS);
        var few = new ApiReply.Many(PODS, 1, page.items().subList(0, 1), Optional.empty(), Optional.empty(), List.of());
        assertThat(renderer.stream(few, Representation.JSON, "")).isEmpty();
        assertThat(renderer.stream(new ApiReply.One(200, page.items().getFirst(), List.of()), Representation.JSON, ""))
                .isEmpty();
        assertThat(renderer.stream(page, new Representation(Format.YAML, Form.OBJECT, "", false), ""))
                .isEmpty();
    }

    /// Only some of its items are held until their length is known.
    @Test
    void aListInProtobufOfManyMegabytesIsWhatWouldBeMadeWhole() {
        ApiReply.Many page = page(PODS, 2_400);
        var wanted = new Representation(Format.PROTOBUF, Form.OBJECT, "", false);
        assertThat(renderer.render(page, wanted, "").body().length).isGreaterThan(9 << 20);
        compare(page, wanted, "");
    }
}
