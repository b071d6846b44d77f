package dev.tenure.apiserver.http;

import dev.tenure.apiserver.authn.User;
import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.apiserver.authz.Authorizer;
import dev.tenure.apiserver.authz.Decision;
import dev.tenure.apiserver.authz.Refusals;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.Quoted;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/// Decides whether a sender may act as somebody else. There are five ways: four that are bound to what is
/// then done, each with a verb of its own to become somebody (`impersonate:user-info`) and one to do this as
/// somebody (`impersonate-on:user-info:get`), and the old one, whose verb `impersonate` is good for
/// everything. The first that allows it counts; when none does, the refusal is that of the first. Upstream:
/// endpoints/filters/impersonation.
final class Impersonation {
    private static final String AUTHENTICATION = "authentication.k8s.io";
    private static final String ACCOUNT = "system:serviceaccount:";
    private static final String NODE = "system:node:";
    private static final String NODE_NAME = "authentication.kubernetes.io/node-name";
    private static final int SENDERS_MAX = 10_000;

    private final Authorizer authorizer;
    /// By which way a sender came through last: it is tried first.
    private final Map<String, Way> lately = new ConcurrentHashMap<>();

    Impersonation(Authorizer authorizer) {
        this.authorizer = authorizer;
    }

    /// @param groups empty when none are asked for
    record Wish(String name, String uid, List<String> groups, Map<String, List<String>> extra) {
        boolean isNameOnly() {
            return uid.isEmpty() && groups.isEmpty() && extra.isEmpty();
        }
    }

    private enum Way {
        ASSOCIATED_NODE("associated-node"),
        ARBITRARY_NODE("arbitrary-node"),
        SERVICE_ACCOUNT("serviceaccount"),
        USER_INFO("user-info"),
        ANY("");

        private final String word;

        Way(String word) {
            this.word = word;
        }

        boolean isBound() {
            return this != ANY;
        }

        String verb() {
            return isBound() ? "impersonate:" + word : "impersonate";
        }

        /// What somebody is to be authorised for besides: to do this by this way.
        Attributes done(Attributes wanted) {
            return wanted.withVerb("impersonate-on:" + word + ":" + wanted.verb());
        }
    }

    /// A service account's namespace and name.
    private record Account(String namespace, String name) {
        static Optional<Account> of(String user) {
            String[] parts =
                    user.startsWith(ACCOUNT) ? user.substring(ACCOUNT.length()).split(":", -1) : new String[0];
            boolean known = parts.length == 2
                    && Names.dnsLabel(parts[0]).isEmpty()
                    && Names.dnsSubdomain(parts[1]).isEmpty();
            return known ? Optional.of(new Account(parts[0], parts[1])) : Optional.empty();
        }
    }

    private static Optional<String> node(String user) {
        return Optional.of(user)
                .filter(name -> name.startsWith(NODE))
                .map(name -> name.substring(NODE.length()))
                .filter(name -> Names.dnsSubdomain(name).isEmpty());
    }

    /// Whom the request is for.
    ///
    /// @param request what is asked for, by a caller
    /// @throws RefusedException with 403 when the sender may not
    User become(Caller sender, Wish wish, Function<Caller, Attributes> request) {
        Optional<Way> known = Optional.ofNullable(lately.get(sender.user()));
        List<Way> ways = new ArrayList<>(List.of(Way.values()));
        known.ifPresent(way -> {
            ways.remove(way);
            ways.addFirst(way);
        });
        Optional<RefusedException> refusal = Optional.empty();
        for (Way way : ways) {
            if (!applies(way, wish, sender)) {
                continue;
            }
            try {
                User user = check(way, sender, wish, request);
                note(sender.user(), way);
                return user;
            } catch (RefusedException e) {
                refusal = refusal.or(() -> Optional.of(e));
            }
        }
        throw refusal.orElseThrow();
    }

    private void note(String sender, Way way) {
        if (lately.size() >= SENDERS_MAX) {
            lately.clear();
        }
        lately.put(sender, way);
    }

    private static boolean applies(Way way, Wish wish, Caller sender) {
        Optional<String> node = node(wish.name());
        boolean account = Account.of(wish.name()).isPresent();
        return switch (way) {
            case ASSOCIATED_NODE ->
                wish.isNameOnly()
                        && node.isPresent()
                        && Account.of(sender.user()).isPresent()
                        && sender.extra().getOrDefault(NODE_NAME, List.of()).equals(List.of(node.get()));
            case ARBITRARY_NODE -> wish.isNameOnly() && node.isPresent();
            case SERVICE_ACCOUNT -> wish.isNameOnly() && account;
            case USER_INFO -> node.isEmpty() && !account;
            case ANY -> true;
        };
    }

    private User check(Way way, Caller sender, Wish wish, Function<Caller, Attributes> request) {
        if (way.isBound()) {
            authorise(way.done(request.apply(sender)));
        }
        List<String> groups = user(way, sender, wish);
        if (!wish.uid().isEmpty()) {
            authorise(of(way, sender, "uids", wish.uid()));
        }
        groups(way, sender, wish);
        extra(way, sender, wish);
        return new User(wish.name(), wish.uid(), everybody(wish.name(), groups), wish.extra());
    }

    /// The groups that the user is then in, without those of everybody.
    private List<String> user(Way way, Caller sender, Wish wish) {
        Optional<Account> account = Account.of(wish.name());
        Optional<String> node = way.isBound() ? node(wish.name()) : Optional.empty();
        if (node.isPresent()) {
            String name = way == Way.ASSOCIATED_NODE ? "*" : node.get();
            authorise(of(way, sender, "nodes", name));
            return List.of("system:nodes");
        }
        if (account.isEmpty()) {
            authorise(of(way, sender, "users", wish.name()));
            return wish.groups();
        }
        String namespace = account.get().namespace();
        var target = new Target(
                group(way, ""),
                "v1",
                "serviceaccounts",
                namespace,
                account.get().name(),
                "");
        authorise(Attributes.ofResource(sender, way.verb(), target));
        return wish.groups().isEmpty()
                ? List.of("system:serviceaccounts", "system:serviceaccounts:" + namespace)
                : wish.groups();
    }

    private void groups(Way way, Caller sender, Wish wish) {
        if (way.isBound() && wish.groups().contains("")) {
            throw refused(of(way, sender, "groups", ""), "impersonating the empty string group is not allowed");
        }
        if (way.isBound() && wish.groups().contains(Caller.SYSTEM_MASTERS)) {
            throw refused(
                    of(way, sender, "groups", Caller.SYSTEM_MASTERS),
                    "impersonating the system:masters group is not allowed");
        }
        wish.groups().forEach(group -> authorise(of(way, sender, "groups", group)));
    }

    private void extra(Way way, Caller sender, Wish wish) {
        if (way.isBound()) {
            wish.extra()
                    .forEach((key, values) -> unfit(key, values).ifPresent(why -> {
                        throw refused(of(way, sender, "userextras", ""), why);
                    }));
        }
        wish.extra()
                .forEach((key, values) -> values.forEach(value -> authorise(Attributes.ofResource(
                        sender, way.verb(), new Target(AUTHENTICATION, "v1", "userextras", "", value, key)))));
    }

    private static Optional<String> unfit(String key, List<String> values) {
        if (key.isEmpty()) {
            return Optional.of("impersonating the empty string key in extra is not allowed");
        }
        int slash = key.indexOf('/');
        if (slash <= 0 || slash == key.length() - 1) {
            return Optional.of("impersonating an invalid key in extra is not allowed: extra.key: Invalid value: "
                    + Quoted.of(key) + ": must be a domain-prefixed path (such as \"acme.io/foo\")");
        }
        return values.contains("")
                ? Optional.of("impersonating the empty string value in extra is not allowed")
                : Optional.empty();
    }

    private static List<String> everybody(String name, List<String> groups) {
        boolean unknown = groups.contains(User.UNAUTHENTICATED);
        String all = name.equals(User.ANONYMOUS) ? User.UNAUTHENTICATED : User.AUTHENTICATED;
        if (unknown || groups.contains(all)) {
            return groups;
        }
        var more = new ArrayList<>(groups);
        more.add(all);
        return more;
    }

    /// Users and groups are of the core group in the old way only.
    private static String group(Way way, String resource) {
        return way.isBound() || resource.equals("uids") || resource.equals("userextras") ? AUTHENTICATION : "";
    }

    private static Attributes of(Way way, Caller sender, String resource, String name) {
        return Attributes.ofResource(
                sender, way.verb(), new Target(group(way, resource), "v1", resource, "", name, ""));
    }

    private void authorise(Attributes attributes) {
        if (authorizer.decide(attributes) instanceof Decision.Refuse(String reason)) {
            throw refused(attributes, reason);
        }
    }

    private static RefusedException refused(Attributes attributes, String reason) {
        return new RefusedException(Refusals.of(attributes, reason));
    }

    /// The refusal of a wish without a name.
    static RefusedException nameless(Wish wish) {
        return new RefusedException(Statuses.badRequest(
                "requested &user.DefaultInfo{Name:\"\", UID:%s, Groups:%s, Extra:%s} without impersonating a user name"
                        .formatted(Quoted.of(wish.uid()), list(wish.groups()), map(wish.extra()))));
    }

    private static String list(List<String> texts) {
        return texts.isEmpty()
                ? "[]string(nil)"
                : "[]string{" + String.join(", ", texts.stream().map(Quoted::of).toList()) + "}";
    }

    private static String map(Map<String, List<String>> extra) {
        List<String> entries = extra.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> Quoted.of(entry.getKey()) + ":" + list(entry.getValue()))
                .toList();
        return entries.isEmpty()
                ? "map[string][]string(nil)"
                : "map[string][]string{" + String.join(", ", entries) + "}";
    }
}
