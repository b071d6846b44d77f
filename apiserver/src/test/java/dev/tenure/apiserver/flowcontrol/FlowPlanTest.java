package dev.tenure.apiserver.flowcontrol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.Caller;
import dev.tenure.runtime.limit.FairSeats.Size;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FlowPlanTest {
    private static final String REJECT = "'limitResponse': {'type': 'Reject'}";
    private static final String ALL_SUBJECTS = "{'kind': 'Group', 'group': {'name': '*'}}";
    private static final String ALL_PATHS = "'nonResourceRules': [{'verbs': ['*'], 'nonResourceURLs': ['*']}]";

    private final List<JsonNode> levels =
            new ArrayList<>(List.of(limited("catch-all", "'nominalConcurrencyShares': 5, " + REJECT)));
    private final List<JsonNode> schemas =
            new ArrayList<>(List.of(schema("catch-all", "catch-all", 10_000, ALL_SUBJECTS, ALL_PATHS)));

    private static JsonNode json(String text) {
        return Json.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private static JsonNode limited(String name, String spec) {
        return json("{'metadata': {'name': '%s', 'uid': 'uid of %s'}, 'spec': {'type': 'Limited', 'limited': {%s}}}"
                .formatted(name, name, spec));
    }

    private static JsonNode schema(String name, String level, int precedence, String subject, String rules) {
        return json("""
                {'metadata': {'name': '%s', 'uid': 'uid of %s'}, 'spec': {'priorityLevelConfiguration': {'name': '%s'},
                 'matchingPrecedence': %d, 'distinguisherMethod': {'type': 'ByUser'},
                 'rules': [{'subjects': [%s], %s}]}}""".formatted(name, name, level, precedence, subject, rules));
    }

    private static Caller caller(String user) {
        return new Caller(user, "", List.of("devs", "system:authenticated"), Map.of(), "test");
    }

    private String place(Attributes request) {
        return new FlowPlan(1, levels, schemas).place(request).schema().name();
    }

    private Map<String, Size> sizes(int serverSeats) {
        return new FlowPlan(1, levels, schemas).sizes(serverSeats);
    }

    @ParameterizedTest
    @CsvSource({
        "User, user, ann, true",
        "User, user, bob, false",
        "User, user, *, true",
        "Group, group, devs, true",
        "Group, group, ops, false",
        "Group, group, *, true",
    })
    void subjectsAreUsersAndGroups(String kind, String field, String name, boolean matches) {
        String subject = "{'kind': '%s', '%s': {'name': '%s'}}".formatted(kind, field, name);
        schemas.add(schema("mine", "catch-all", 1, subject, ALL_PATHS));
        assertThat(place(Attributes.ofPath(caller("ann"), "get", "/version")))
                .isEqualTo(matches ? "mine" : "catch-all");
    }

    @ParameterizedTest
    @CsvSource({
        "system:serviceaccount:a:x, a, x, true",
        "system:serviceaccount:a:x, a, y, false",
        "system:serviceaccount:a:x, a, *, true",
        "system:serviceaccount:ab:x, a, *, false",
        "system:serviceaccount:a:x, b, x, false",
        "x, a, *, false",
    })
    void subjectsAreServiceAccounts(String user, String namespace, String name, boolean matches) {
        String subject = "{'kind': 'ServiceAccount', 'serviceAccount': {'namespace': '%s', 'name': '%s'}}"
                .formatted(namespace, name);
        schemas.add(schema("mine", "catch-all", 1, subject, ALL_PATHS));
        assertThat(place(Attributes.ofPath(caller(user), "get", "/version"))).isEqualTo(matches ? "mine" : "catch-all");
    }

    @ParameterizedTest
    @CsvSource({
        "/version, /version, get, true",
        "/version, /version, post, false",
        "/apis, /apis/apps, get, true",
        "/apis/*, /apis/apps, get, true",
        "/apis/*, /apis, get, false",
        "/api, /apis, get, false",
        "*, /anything, get, true",
    })
    void pathsCountWithWhatLiesBelowThem(String url, String path, String verb, boolean matches) {
        String rule = "'nonResourceRules': [{'verbs': ['get'], 'nonResourceURLs': ['%s']}]".formatted(url);
        schemas.add(schema("mine", "catch-all", 1, ALL_SUBJECTS, rule));
        assertThat(place(Attributes.ofPath(caller("ann"), verb, path))).isEqualTo(matches ? "mine" : "catch-all");
    }

    @ParameterizedTest
    @CsvSource({
        "list, apps, deployments, false, a, a, true",
        "list, apps, deployments, false, a, b, false",
        "list, apps, deployments, false, a, '', false",
        "list, apps, deployments, true, a, '', true",
        "list, apps, deployments, false, *, b, true",
        "get, apps, deployments, false, *, b, false",
        "list, '', deployments, false, *, b, false",
        "*, *, *, false, *, b, true",
        "*, *, *, false, *, '', false",
        "list, apps, deployments/scale, false, *, b, false",
    })
    void resourcesHaveVerbsGroupsNamesAndNamespaces(
            String verb, String group, String name, boolean cluster, String in, String asked, boolean matches) {
        String rule = """
                'resourceRules': [{'verbs': ['%s'], 'apiGroups': ['%s'], 'resources': ['%s'], 'clusterScope': %s,
                 'namespaces': ['%s']}]""".formatted(verb, group, name, cluster, in);
        schemas.add(schema("mine", "catch-all", 1, ALL_SUBJECTS, rule));
        var target = new Target("apps", "v1", "deployments", asked, "", "");
        assertThat(place(Attributes.ofResource(caller("ann"), "list", target)))
                .isEqualTo(matches ? "mine" : "catch-all");
        assertThat(place(Attributes.ofPath(caller("ann"), "list", "/apis"))).isEqualTo("catch-all");
    }

    @Test
    void theLowestPrecedenceIsAskedFirstAndThenTheFirstName() {
        levels.add(limited("own", REJECT));
        schemas.add(schema("b", "own", 7, ALL_SUBJECTS, ALL_PATHS));
        schemas.add(schema("a", "catch-all", 8, ALL_SUBJECTS, ALL_PATHS));
        Attributes request = Attributes.ofPath(caller("ann"), "get", "/version");
        FlowPlan.Place place = new FlowPlan(1, levels, schemas).place(request);
        assertThat(place.schema().uid()).isEqualTo("uid of b");
        assertThat(place.level().uid()).isEqualTo("uid of own");
        assertThat(place.flow()).isEqualTo("b/ann");
        schemas.add(schema("0", "catch-all", 7, ALL_SUBJECTS, ALL_PATHS));
        assertThat(place(request)).isEqualTo("0");
    }

    @Test
    void aSchemaWithoutItsLevelIsNotAsked() {
        schemas.add(schema("mine", "own", 1, ALL_SUBJECTS, ALL_PATHS));
        Attributes request = Attributes.ofPath(caller("ann"), "get", "/version");
        assertThat(place(request)).isEqualTo("catch-all");
        levels.add(json("{'metadata': {'name': 'own'}, 'spec': {'type': 'Exempt', 'exempt': {}}}"));
        assertThat(place(request)).as("only one level may be exempt").isEqualTo("catch-all");
        levels.add(limited("own", REJECT));
        assertThat(place(request)).isEqualTo("mine");
    }

    @Test
    void aLevelHasItsSharesOfTheSeatsAndLendsAndBorrowsAsItSays() {
        levels.add(limited("own", """
                'nominalConcurrencyShares': 15, 'lendablePercent': 50, 'borrowingLimitPercent': 10,
                'limitResponse': {'type': 'Queue', 'queuing': {'queues': 4, 'handSize': 2, 'queueLengthLimit': 6}}"""));
        levels.add(limited("none", "'nominalConcurrencyShares': 0, " + REJECT));
        levels.add(json("""
                {'metadata': {'name': 'exempt'}, 'spec': {'type': 'Exempt', 'exempt':
                 {'nominalConcurrencyShares': 5, 'lendablePercent': 100}}}"""));
        assertThat(sizes(100))
                .containsEntry("own", new Size(60, 30, 6, 24, 6))
                .containsEntry("catch-all", new Size(20, 0, 100, 0, 0))
                .containsEntry("none", new Size(0, 0, 100, 0, 0))
                .containsEntry("exempt", new Size(20, 20, Size.UNLIMITED, 0, 0));
    }
}
