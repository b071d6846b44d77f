package dev.tenure.apiserver.http.page;

import dev.tenure.apiserver.authn.ServiceAccountTokens;
import dev.tenure.apiserver.http.exchange.Exchange;
import dev.tenure.apiserver.http.exchange.RequestPath;
import dev.tenure.apiserver.negotiate.Accept;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.util.List;

/// What others need to know who are to trust tokens of service accounts: who issues them and the key that
/// signs them. Upstream: pkg/routes/openidmetadata.go.
public final class OpenIdPages {
    static final String CONFIGURATION = "/.well-known/openid-configuration";
    static final String KEYS = "/openid/v1/jwks";
    private static final String JSON = "application/json";
    private static final String KEYS_TYPE = "application/jwk-set+json";

    private final ServiceAccountTokens tokens;

    public OpenIdPages(ServiceAccountTokens tokens) {
        this.tokens = tokens;
    }

    /// @return whether the path is one of these pages
    public boolean answer(Exchange exchange) throws IOException {
        switch (RequestPath.withoutLastSlashes(exchange.path())) {
            case CONFIGURATION -> give(exchange, JSON, configuration(exchange));
            case KEYS -> give(exchange, KEYS_TYPE, keys());
            default -> {
                String path = exchange.path();
                if (path.startsWith(CONFIGURATION + "/") || path.startsWith(KEYS + "/")) {
                    throw new RefusedException(Statuses.unknownPath());
                }
                return false;
            }
        }
        return true;
    }

    private static void give(Exchange exchange, String type, ObjectNode document) throws IOException {
        if (!exchange.method().equals("GET")) {
            throw new RefusedException(Statuses.methodNotAllowed());
        }
        Accept.parse(exchange.header("Accept")).require(List.of(type));
        exchange.setHeader("Cache-Control", "public, max-age=3600");
        exchange.answer(200, type, Json.write(document));
    }

    private ObjectNode configuration(Exchange exchange) {
        ObjectNode configuration = Json.object()
                .put("issuer", tokens.issuer())
                .put("jwks_uri", "https://" + exchange.localAddress() + KEYS);
        configuration.putArray("response_types_supported").add("id_token");
        configuration.putArray("subject_types_supported").add("public");
        var algorithms = configuration.putArray("id_token_signing_alg_values_supported");
        tokens.algorithms().forEach(algorithms::add);
        return configuration;
    }

    private ObjectNode keys() {
        ObjectNode keys = Json.object();
        var all = keys.putArray("keys");
        tokens.webKeys().forEach(all::add);
        return keys;
    }
}
