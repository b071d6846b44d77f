package dev.tenure.client.rest;

import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Target;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/// Spells a request as path and query of the Kubernetes API.
final class Urls {
    private Urls() {}

    static String of(ApiRequest request) {
        var url = new StringBuilder(path(request.target()));
        char separator = '?';
        for (Map.Entry<String, List<String>> parameter : request.query().entrySet()) {
            for (String value : parameter.getValue()) {
                url.append(separator)
                        .append(encode(parameter.getKey()))
                        .append('=')
                        .append(encode(value));
                separator = '&';
            }
        }
        if (request.verb() == ApiRequest.Verb.WATCH) {
            url.append(separator).append("watch=true");
        }
        return url.toString();
    }

    private static String path(Target target) {
        var path = new StringBuilder(
                target.group().isEmpty()
                        ? "/api/" + target.version()
                        : "/apis/" + target.group() + "/" + target.version());
        if (!target.namespace().isEmpty()) {
            path.append("/namespaces/").append(encode(target.namespace()));
        }
        path.append('/').append(target.resource());
        if (!target.name().isEmpty()) {
            path.append('/').append(encode(target.name()));
        }
        if (!target.subresource().isEmpty()) {
            path.append('/').append(target.subresource());
        }
        return path.toString();
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
