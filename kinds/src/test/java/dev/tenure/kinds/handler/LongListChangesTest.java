package dev.tenure.kinds.handler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kinds.RunningServer;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Objects with lists as long as a request may be are changed in the time that it takes to read them: nothing
/// compares each element with each other one.
@Timeout(60)
class LongListChangesTest {
    private static final int ELEMENTS = 20_000;
    private static final RunningServer SERVER = new RunningServer();

    @AfterAll
    static void close() {
        SERVER.close();
    }

    private static String list(String element) {
        return IntStream.range(0, ELEMENTS).mapToObj(element::formatted).collect(Collectors.joining(",", "[", "]"));
    }

    private static void created(String resource, String namespace, String json) {
        assertThat(SERVER.create(new Target("", "v1", resource, namespace, "", ""), json))
                .isInstanceOf(ApiReply.One.class);
    }

    private static void patched(Target object, String patch) {
        assertThat(SERVER.patch(object, Body.STRATEGIC_MERGE_PATCH, patch)).isInstanceOf(ApiReply.One.class);
    }

    @Test
    void aPodWithManyTolerationsIsLabelled() {
        created("pods", "default", """
            {'metadata': {'name': 'a'}, 'spec': {'containers': [{'name': 'c', 'image': 'i'}], 'tolerations': %s}}\
            """.formatted(list("{'key': 'k%d', 'operator': 'Exists'}")));
        patched(new Target("", "v1", "pods", "default", "a", ""), "{'metadata': {'labels': {'a': 'b'}}}");
    }

    @Test
    void aNodeTellsManyImagesAgain() {
        created("nodes", "", "{'metadata': {'name': 'n'}}");
        Target status = new Target("", "v1", "nodes", "", "n", "status");
        for (int size : new int[] {1, 2}) {
            patched(
                    status,
                    "{'status': {'images': %s}}"
                            .formatted(list("{'names': ['i%%d'], 'sizeBytes': %d}".formatted(size))));
        }
    }
}
