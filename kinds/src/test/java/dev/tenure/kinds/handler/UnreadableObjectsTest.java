package dev.tenure.kinds.handler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kinds.RunningServer;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.WatchEvent;
import dev.tenure.model.meta.WatchReply;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A server over a store that was opened with a ConfigMap in it that cannot be read.
class UnreadableObjectsTest {
    private static final int TRIES_MAX = 100_000;
    private static final ObjectKey KEY = new ObjectKey("", "configmaps", "default", "broken");
    private static final Target COLLECTION = new Target("", "v1", "configmaps", "default", "", "");
    private static final Target BROKEN = new Target("", "v1", "configmaps", "default", "broken", "");

    private final RunningServer server = RunningServer.over(List.of(new StoredObject(
            new StoredObject.Header(KEY, "uid-1", Map.of("a", "b"), List.of(), Map.of(), false),
            new Content.Unreadable(KEY, 10),
            1,
            _ -> "")));

    @AfterEach
    void close() {
        server.close();
    }

    private void createGood() {
        assertThat(server.create(COLLECTION, "{'apiVersion': 'v1', 'kind': 'ConfigMap', 'metadata': {'name': 'good'}}"))
                .isInstanceOf(ApiReply.One.class);
    }

    private ApiReply.Many list(Map<String, List<String>> query) {
        return (ApiReply.Many)
                server.api().call(new ApiRequest(Verb.LIST, COLLECTION, query, Body.NONE, RunningServer.ADMIN));
    }

    private static String reason(ApiReply reply) {
        return reply instanceof ApiReply.Failure(var status, var _) ? status.code() + " " + status.reason() : "";
    }

    @Test
    void listsHaveTheOthersAndAWarningThatNamesIt() {
        createGood();
        for (Map<String, List<String>> query : List.of(
                Map.<String, List<String>>of(),
                Map.of("limit", List.of("500")),
                Map.of("limit", List.of("500"), "labelSelector", List.of("!x")))) {
            ApiReply.Many found = list(query);
            assertThat(found.items()).extracting(item -> item.key().name()).containsExactly("good");
            assertThat(found.warnings())
                    .singleElement()
                    .asString()
                    .contains("configmaps \"default/broken\" cannot be read", "delete what is damaged");
        }
    }

    @Test
    void readsAndChangesOfItFailByName() {
        ApiReply read = server.call(Verb.GET, BROKEN);
        assertThat(reason(read)).isEqualTo("500 StorageReadError");
        assertThat(((ApiReply.Failure) read).status().message()).contains("default/broken", "delete what is damaged");
        assertThat(reason(server.patch(BROKEN, Body.MERGE_PATCH, "{'data': {'a': 'b'}}")))
                .isEqualTo("500 StorageReadError");
        assertThat(reason(server.create(
                        COLLECTION, "{'apiVersion': 'v1', 'kind': 'ConfigMap', 'metadata': {'name': 'broken'}}")))
                .isEqualTo("409 AlreadyExists");
    }

    @Test
    void itIsNotDeletedUnlessThatIsAskedForByName() {
        ApiReply kept = delete(BROKEN, RunningServer.ADMIN, false);
        assertThat(reason(kept)).isEqualTo("500 StorageReadError");
        assertThat(((ApiReply.Failure) kept).status().message())
                .contains(
                        "configmaps \"default/broken\" cannot be read and is not deleted",
                        "/api/v1/namespaces/default/configmaps/broken?ignoreStoreReadErrorWithClusterBreakingPotential");
        var other = new Caller("somebody", "", List.of("system:authenticated"), Map.of(), "test");
        server.rights()
                .role("cleaner", "{'apiGroups': [''], 'resources': ['configmaps'], 'verbs': ['get', 'delete']}")
                .bind("somebody", "cleaner");
        // Roles are read by a loop, a little after they were written.
        for (int tries = 0; reason(delete(BROKEN, other, false)).startsWith("403") && tries < TRIES_MAX; tries++) {
            Thread.onSpinWait();
        }
        ApiReply refused = delete(BROKEN, other, true);
        assertThat(reason(refused)).isEqualTo("403 Forbidden");
        assertThat(((ApiReply.Failure) refused).status().message()).contains("unsafe-delete-ignore-read-errors");
        assertThat(list(Map.of()).warnings()).hasSize(1);
    }

    private ApiReply delete(Target object, Caller caller, boolean ignoring) {
        Map<String, List<String>> query = ignoring
                ? Map.of("ignoreStoreReadErrorWithClusterBreakingPotential", List.of("true"))
                : Map.<String, List<String>>of();
        return server.api().call(new ApiRequest(Verb.DELETE, object, query, Body.NONE, caller));
    }

    @Test
    void itCanBeDeletedAndMadeAnew() {
        var watch = (WatchReply.Started) server.api()
                .watch(new ApiRequest(
                        Verb.WATCH,
                        COLLECTION,
                        Map.of(
                                "resourceVersion",
                                List.of(Long.toString(list(Map.of()).revision()))),
                        Body.NONE,
                        RunningServer.ADMIN));
        ApiReply deleted = delete(BROKEN, RunningServer.ADMIN, true);
        assertThat(deleted.warnings()).singleElement().asString().contains("configmaps \"default/broken\"");
        assertThat(list(Map.of()).warnings()).isEmpty();
        assertThat(watch.cursor().poll(10))
                .singleElement()
                .isInstanceOfSatisfying(
                        WatchEvent.Deleted.class,
                        event -> assertThat(event.object().json())
                                .asString()
                                .contains("\"name\":\"broken\"", "\"uid\":\"uid-1\""));
        assertThat(server.create(
                        COLLECTION, "{'apiVersion': 'v1', 'kind': 'ConfigMap', 'metadata': {'name': 'broken'}}"))
                .isInstanceOf(ApiReply.One.class);
        watch.cursor().close();
    }

    @Test
    void itDoesNotGoWithItsCollection() {
        createGood();
        ApiReply reply = server.call(Verb.DELETE_COLLECTION, COLLECTION);
        assertThat(reason(reply)).isEqualTo("500 StorageReadError");
        assertThat(list(Map.of()).items()).isEmpty();
        assertThat(list(Map.of()).warnings())
                .as("it is still there")
                .singleElement()
                .asString()
                .contains("configmaps \"default/broken\"");
    }
}
