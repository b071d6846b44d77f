package dev.tenure.kinds.access;

import dev.tenure.apiserver.authn.ServiceAccountTokens;
import dev.tenure.apiserver.authn.ServiceAccountTokens.Meant;
import dev.tenure.apiserver.authn.TokenAuthenticator;
import dev.tenure.apiserver.authn.TokenRemarks;
import dev.tenure.apiserver.authn.User;
import dev.tenure.apiserver.handler.Environment;
import dev.tenure.apiserver.handler.ObjectTrees;
import dev.tenure.apiserver.handler.body.BodyReader;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.Caller;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Who am I, and whose token is this.
public final class IdentityReviews {
    private static final String INVALID = "invalid bearer token";

    private final Environment environment;
    private final BodyReader bodies;
    private final List<TokenAuthenticator> tokens;
    private final ServiceAccountTokens accounts;

    /// @param tokens asked before `accounts`
    public IdentityReviews(
            Environment environment,
            BodyReader bodies,
            List<TokenAuthenticator> tokens,
            ServiceAccountTokens accounts) {
        this.environment = environment;
        this.bodies = bodies;
        this.tokens = List.copyOf(tokens);
        this.accounts = accounts;
    }

    /// SelfSubjectReview.
    public ApiReply self(KindEntry entry, ApiRequest request, List<String> warnings) {
        Reviews.Asked asked = Reviews.read(bodies, entry, entry.type(), request, warnings);
        asked.admit(environment, () -> {});
        Caller caller = request.caller();
        asked.body()
                .putObject("metadata")
                .put("creationTimestamp", ObjectTrees.seconds(environment.time().wall()));
        info(
                asked.body().putObject("status").putObject("userInfo"),
                new User(caller.user(), caller.uid(), caller.groups(), caller.extra()));
        return asked.created();
    }

    /// TokenReview.
    public ApiReply token(KindEntry entry, ApiRequest request, List<String> warnings) {
        Reviews.Asked asked = Reviews.read(bodies, entry, entry.type(), request, warnings);
        asked.admit(environment, () -> checkToken(asked.body()));
        String token = token(asked.body());
        List<String> audiences = new ArrayList<>();
        asked.body().path("spec").path("audiences").forEach(a -> audiences.add(a.asText("")));
        if (audiences.isEmpty()) {
            audiences.add(accounts.issuer());
        }
        ObjectNode status = asked.body().putObject("status");
        var remarks = new TokenRemarks();
        Optional<Meant> owner = owner(token, audiences, remarks);
        if (owner.isEmpty()) {
            status.putObject("user");
            status.put(
                    "error",
                    remarks.fault().map(why -> "[" + INVALID + ", " + why + "]").orElse(INVALID));
            return asked.created();
        }
        status.put("authenticated", true);
        info(status.putObject("user"), owner.get().user().authenticated());
        Reviews.texts(status, "audiences", owner.get().audiences());
        return asked.created();
    }

    private static String token(ObjectNode body) {
        return body.path("spec").path("token").asText("");
    }

    private static void checkToken(ObjectNode body) {
        if (token(body).isEmpty()) {
            throw new RefusedException(Statuses.badRequest("token is required for TokenReview in authentication"));
        }
    }

    /// Tokens other than those of service accounts name no audience: they are meant for this server alone.
    private Optional<Meant> owner(String token, List<String> audiences, TokenRemarks remarks) {
        List<String> own = List.of(accounts.issuer());
        for (TokenAuthenticator one : audiences.containsAll(own) ? tokens : List.<TokenAuthenticator>of()) {
            Optional<User> user = one.authenticate(token, remarks);
            if (user.isPresent()) {
                return user.map(known -> new Meant(known, own));
            }
        }
        return accounts.authenticate(token, audiences, remarks);
    }

    private static void info(ObjectNode node, User user) {
        node.put("username", user.name());
        if (!user.uid().isEmpty()) {
            node.put("uid", user.uid());
        }
        Reviews.texts(node, "groups", user.groups());
        if (!user.extra().isEmpty()) {
            ObjectNode extra = node.putObject("extra");
            for (Map.Entry<String, List<String>> one : user.extra().entrySet()) {
                Reviews.texts(extra, one.getKey(), one.getValue());
            }
        }
    }
}
