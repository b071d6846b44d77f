package dev.tenure.launch.console;

import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.apiserver.authz.Authorizer;
import dev.tenure.apiserver.authz.Decision;
import dev.tenure.apiserver.http.page.ComponentPages;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.console.viewer.TenurePages;
import dev.tenure.model.meta.Caller;
import dev.tenure.wire.json.JsonNode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the components of this process show, as far as one caller may read it. As over HTTP, what may not be
/// read is as good as absent.
record CallerPages(ComponentPages components, Authorizer authorizer, Caller caller) implements TenurePages {
    @Override
    public Optional<JsonNode> get(String path) {
        int mark = path.indexOf('?');
        String page = mark < 0 ? path : path.substring(0, mark);
        if (authorizer.decide(Attributes.ofPath(caller, "get", page)) instanceof Decision.Refuse) {
            return Optional.empty();
        }
        try {
            return components.get(page, mark < 0 ? Map.of() : query(path.substring(mark + 1)));
        } catch (RefusedException _) {
            return Optional.empty();
        }
    }

    private static Map<String, List<String>> query(String text) {
        var query = new LinkedHashMap<String, List<String>>();
        for (String parameter : text.split("&")) {
            int mark = parameter.indexOf('=');
            String name = mark < 0 ? parameter : parameter.substring(0, mark);
            query.computeIfAbsent(decoded(name), _ -> new ArrayList<>())
                    .add(mark < 0 ? "" : decoded(parameter.substring(mark + 1)));
        }
        return query;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
