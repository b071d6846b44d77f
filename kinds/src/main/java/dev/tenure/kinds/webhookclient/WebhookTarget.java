package dev.tenure.kinds.webhookclient;

import dev.tenure.wire.json.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Optional;

/// Whom the `clientConfig` of a webhook names.
///
/// @param url empty when a service is named
/// @param authorities PEM certificates that vouch for the server; empty: those that this machine knows
public record WebhookTarget(String url, Optional<Service> service, String authorities) {
    private static final int HTTPS = 443;

    /// @param path empty for none
    public record Service(String namespace, String name, int port, String path) {
        /// The name that its certificate has to be for.
        public String serverName() {
            return name + "." + namespace + ".svc";
        }
    }

    /// @param clientConfig of a webhook, or of the conversion of a definition
    public static WebhookTarget of(JsonNode clientConfig) {
        JsonNode service = clientConfig.path("service");
        String authorities = new String(
                        Base64.getMimeDecoder()
                                .decode(clientConfig.path("caBundle").asText("")),
                        StandardCharsets.ISO_8859_1)
                .strip();
        Optional<Service> named = service.isObject()
                ? Optional.of(new Service(
                        service.path("namespace").asText(""),
                        service.path("name").asText(""),
                        service.path("port").asInt(HTTPS),
                        service.path("path").asText("")))
                : Optional.empty();
        return new WebhookTarget(
                named.isPresent() ? "" : clientConfig.path("url").asText(""), named, authorities);
    }

    /// Scheme, host and port, as far as they are written down.
    String origin() {
        if (service.isPresent()) {
            return "https://%s:%d"
                    .formatted(service.get().serverName(), service.get().port());
        }
        int slash = url.indexOf('/', url.indexOf("://") + "://".length());
        return slash < 0 ? url : url.substring(0, slash);
    }

    /// The path, without a slash at its end and without steps that lead nowhere. Upstream: path.Join in
    /// client-go/rest.
    String path() {
        String written = service.map(Service::path).orElseGet(() -> url.substring(origin().length()));
        var steps = new ArrayDeque<String>();
        for (String step : written.split("/")) {
            if (step.equals("..")) {
                steps.pollLast();
            } else if (!step.isEmpty() && !step.equals(".")) {
                steps.addLast(step);
            }
        }
        return "/" + String.join("/", steps);
    }
}
