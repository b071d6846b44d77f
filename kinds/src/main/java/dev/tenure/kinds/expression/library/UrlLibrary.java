package dev.tenure.kinds.expression.library;

import static dev.tenure.kinds.expression.library.Functions.FLAG;
import static dev.tenure.kinds.expression.library.Functions.TEXT;
import static dev.tenure.kinds.expression.library.Functions.text;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.OpaqueType;
import dev.tenure.apiserver.registry.field.GoUrl;
import java.util.Map;

/// URLs and their parts. Upstream: apiserver/pkg/cel/library/urls.go.
final class UrlLibrary {
    static final CelType URL = OpaqueType.create("kubernetes.URL");

    private UrlLibrary() {}

    static Functions functions() {
        var all = new Functions(Map.of(URL, GoUrl.class));
        all.function(
                "isURL", "is_url_string", FLAG, in -> GoUrl.fault(text(in[0])).isEmpty(), TEXT);
        all.function("url", "string_to_url", URL, in -> GoUrl.parse(text(in[0])), TEXT);
        all.member("getScheme", "url_get_scheme", TEXT, in -> of(in[0]).scheme(), URL);
        all.member("getHost", "url_get_host", TEXT, in -> of(in[0]).host(), URL);
        all.member("getHostname", "url_get_hostname", TEXT, in -> of(in[0]).hostName(), URL);
        all.member("getPort", "url_get_port", TEXT, in -> of(in[0]).port(), URL);
        all.member(
                "getEscapedPath", "url_get_escaped_path", TEXT, in -> of(in[0]).path(), URL);
        all.member(
                "getQuery",
                "url_get_query",
                MapType.create(TEXT, ListType.create(TEXT)),
                in -> of(in[0]).queryValues(),
                URL);
        return all;
    }

    private static GoUrl of(Object argument) {
        return (GoUrl) argument;
    }
}
