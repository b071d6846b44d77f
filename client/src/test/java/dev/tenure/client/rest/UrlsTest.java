package dev.tenure.client.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class UrlsTest {
    private static String url(Verb verb, Target target, Map<String, List<String>> query) {
        return Urls.of(new ApiRequest(verb, target, query, Body.NONE, Caller.component("c", List.of(), "t")));
    }

    @ParameterizedTest
    @CsvSource({
        "'',   v1, pods,        shop, web-0, '',     /api/v1/namespaces/shop/pods/web-0",
        "'',   v1, pods,        shop, web-0, status, /api/v1/namespaces/shop/pods/web-0/status",
        "'',   v1, pods,        shop, '',    '',     /api/v1/namespaces/shop/pods",
        "'',   v1, pods,        '',   '',    '',     /api/v1/pods",
        "'',   v1, nodes,       '',   n1,    '',     /api/v1/nodes/n1",
        "apps, v1, deployments, shop, web,   scale,  /apis/apps/v1/namespaces/shop/deployments/web/scale",
        "'',   v1, nodes,       '',   a b/c, '',     /api/v1/nodes/a%20b%2Fc",
    })
    void aTargetIsAPath(
            String group,
            String version,
            String resource,
            String namespace,
            String name,
            String subresource,
            String expected) {
        var target = new Target(group, version, resource, namespace, name, subresource);
        assertThat(url(Verb.GET, target, Map.of())).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "LIST,  'a=b,c in (d)', '/api/v1/nodes?labelSelector=a%3Db%2Cc%20in%20%28d%29'",
        "WATCH, 'a=b',          '/api/v1/nodes?labelSelector=a%3Db&watch=true'",
        "LIST,  'ü+%&',         '/api/v1/nodes?labelSelector=%C3%BC%2B%25%26'",
    })
    void parametersAreEncoded(Verb verb, String selector, String expected) {
        var nodes = new Target("", "v1", "nodes", "", "", "");
        assertThat(url(verb, nodes, Map.of("labelSelector", List.of(selector)))).isEqualTo(expected);
        assertThat(url(Verb.WATCH, nodes, Map.of())).isEqualTo("/api/v1/nodes?watch=true");
        assertThat(url(Verb.LIST, nodes, Map.of("command", List.of("a", "b"))))
                .isEqualTo("/api/v1/nodes?command=a&command=b");
    }
}
