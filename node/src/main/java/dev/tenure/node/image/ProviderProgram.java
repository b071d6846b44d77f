package dev.tenure.node.image;

import dev.tenure.kubelet.image.CredentialProvider;
import dev.tenure.kubelet.image.CredentialProvider.Tokens;
import dev.tenure.kubelet.image.LoginFormatException;
import dev.tenure.kubelet.image.ProviderReply;
import dev.tenure.kubelet.image.RegistryLogin;
import dev.tenure.kubelet.image.RegistryLogin.Source;
import dev.tenure.kubelet.pod.ConfigException;
import dev.tenure.model.meta.Frozen;
import dev.tenure.runtime.io.Ahead;
import dev.tenure.runtime.io.OutsideProgram;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/// One program that hands out credentials: whether it is asked, what it is told, and what it said last.
/// Whoever wants the same at the same time waits for one run of it. Waits for the program and for the API.
/// Safe for use by several threads. Upstream: credentialprovider/plugin/plugin.go.
final class ProviderProgram {
    private static final System.Logger LOG = System.getLogger(ProviderProgram.class.getPackageName());
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int PRINTED_BYTES_MAX = 1 << 20;
    private static final int KEPT_MAX = 1000;
    private static final String ALL = "<global>";

    /// For whom it is asked.
    ///
    /// @param token empty for none
    private record Asker(Optional<Source.Account> account, String token, Map<String, String> annotations) {
        static final Asker NOBODY = new Asker(Optional.empty(), "", Map.of());
    }

    /// What an answer was for.
    ///
    /// @param token empty when the answer holds for all tokens of the account
    private record Key(
            String images, Optional<Source.Account> account, Map<String, String> annotations, String token) {}

    private record Kept(Tick until, Map<String, RegistryLogin> logins) {}

    /// What came of a run.
    private sealed interface Answer {
        record Given(ProviderReply reply) implements Answer {}

        record Refused(String why) implements Answer {}
    }

    private final CredentialProvider provider;
    private final ProviderCalls calls;
    private final AccountTokens tokens;
    private final TimeSource time;
    private final Map<Key, Kept> kept = new ConcurrentHashMap<>();
    private final Map<Key, Ahead<Answer>> underWay = new ConcurrentHashMap<>();

    ProviderProgram(CredentialProvider provider, ProviderCalls calls, AccountTokens tokens, TimeSource time) {
        this.provider = provider;
        this.calls = calls;
        this.tokens = tokens;
        this.time = time;
    }

    /// By registry; empty when it is not for this image or pod, or fails.
    Map<String, RegistryLogin> logins(String image, JsonNode pod) {
        if (!provider.knows(image)) {
            return Map.of();
        }
        try {
            Optional<Asker> asker = asker(pod);
            return asker.isEmpty() ? Map.of() : logins(image, asker.get());
        } catch (ConfigException e) {
            failed(image, String.valueOf(e.getMessage()));
            return Map.of();
        }
    }

    private void failed(String image, String why) {
        LOG.log(
                System.Logger.Level.WARNING,
                "credential provider {0} gives no credentials for {1}: {2}",
                provider.name(),
                image,
                why);
    }

    /// Absent when it is not asked for this pod.
    private Optional<Asker> asker(JsonNode pod) {
        String name = pod.path("spec").path("serviceAccountName").asText("");
        if (provider.tokens().isEmpty()
                || (name.isEmpty() && !provider.tokens().get().required())) {
            return Optional.of(Asker.NOBODY);
        }
        if (name.isEmpty()) {
            return Optional.empty();
        }
        Tokens wanted = provider.tokens().get();
        String namespace = pod.path("metadata").path("namespace").asText("");
        JsonNode account = tokens.account(namespace, name);
        JsonNode held = account.path("metadata").path("annotations");
        if (!wanted.annotations().stream().allMatch(held::has)) {
            return Optional.empty();
        }
        var annotations = new TreeMap<String, String>();
        for (List<String> keys : List.of(wanted.annotations(), wanted.moreAnnotations())) {
            keys.stream()
                    .filter(held::has)
                    .forEach(key -> annotations.put(key, held.path(key).asText("")));
        }
        String uid = account.path("metadata").path("uid").asText("");
        String token = tokens.token(pod, uid, wanted.audience());
        return Optional.of(new Asker(Optional.of(new Source.Account(uid, namespace, name)), token, annotations));
    }

    private Map<String, RegistryLogin> logins(String image, Asker asker) {
        Optional<Map<String, RegistryLogin>> known = known(image, asker);
        if (known.isPresent()) {
            return known.get();
        }
        var flight = new Key(image, Optional.empty(), asker.annotations(), asker.token());
        Answer answer = underWay.computeIfAbsent(
                        flight,
                        _ -> Ahead.fetch("credentials", () -> {
                            try {
                                return run(image, asker);
                            } finally {
                                underWay.remove(flight);
                            }
                        }))
                .get();
        return switch (answer) {
            case Answer.Refused(String why) -> {
                failed(image, why);
                yield Map.of();
            }
            case Answer.Given(ProviderReply reply) -> taken(image, asker, reply);
        };
    }

    private boolean perToken() {
        return provider.tokens().filter(Tokens::perToken).isPresent();
    }

    private Key key(String images, Asker asker) {
        return new Key(images, asker.account(), asker.annotations(), perToken() ? asker.token() : "");
    }

    private static String registry(String image) {
        int slash = image.indexOf('/');
        return slash < 0 ? image : image.substring(0, slash);
    }

    private Optional<Map<String, RegistryLogin>> known(String image, Asker asker) {
        Tick now = time.now();
        for (String images : List.of(image, registry(image), ALL)) {
            Optional<Kept> found = Optional.ofNullable(kept.get(key(images, asker)));
            if (found.isPresent() && found.get().until().compareTo(now) >= 0) {
                return Optional.of(found.get().logins());
            }
        }
        return Optional.empty();
    }

    private Map<String, RegistryLogin> taken(String image, Asker asker, ProviderReply reply) {
        boolean echoes = !asker.token().isEmpty()
                && !perToken()
                && reply.logins().values().stream()
                        .anyMatch(login -> login.password().equals(asker.token()));
        if (echoes) {
            failed(
                    image,
                    "credential provider plugin returned the service account token as the password which is not allowed"
                            + " when service account cache type is not set to 'Token'");
            return Map.of();
        }
        var logins = new LinkedHashMap<String, RegistryLogin>();
        Optional<Source> source = asker.account().map(account -> account);
        reply.logins()
                .forEach((registry, login) ->
                        logins.put(registry, new RegistryLogin(login.username(), login.password(), "", source)));
        Duration holds = reply.kept().orElse(provider.kept());
        if (holds.isPositive()) {
            String images = switch (reply.reach()) {
                case IMAGE -> image;
                case REGISTRY -> registry(image);
                case ALL -> ALL;
            };
            keep(key(images, asker), new Kept(time.now().plus(holds), Frozen.map(logins)));
        }
        return logins;
    }

    /// When there is no room, and nothing has run out, it is asked again next time.
    private void keep(Key key, Kept answer) {
        if (kept.size() >= KEPT_MAX) {
            Tick now = time.now();
            kept.values().removeIf(each -> each.until().compareTo(now) < 0);
        }
        if (kept.size() < KEPT_MAX) {
            kept.put(key, answer);
        }
    }

    private Answer run(String image, Asker asker) {
        var line = new ArrayList<String>();
        line.add(calls.folder().resolve(provider.name()).toString());
        line.addAll(provider.arguments());
        var program = new ProcessBuilder(line);
        program.environment().putAll(provider.variables());
        byte[] request = ProviderReply.request(provider.apiVersion(), image, asker.token(), asker.annotations());
        Tick began = time.now();
        boolean failed = true;
        try {
            OutsideProgram.Ended ended = OutsideProgram.run(program, request, PATIENCE, PRINTED_BYTES_MAX);
            failed = ended.code() != 0;
            if (failed) {
                String said = new String(ended.complaint(), StandardCharsets.UTF_8).strip();
                return new Answer.Refused("it ended with code %d: %s".formatted(ended.code(), said));
            }
            return new Answer.Given(ProviderReply.read(ended.output(), provider.apiVersion()));
        } catch (IOException | LoginFormatException e) {
            return new Answer.Refused(String.valueOf(e.getMessage()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new Answer.Refused("the agent ends");
        } finally {
            calls.heard()
                    .accept(new ProviderCalls.Run(provider.name(), time.now().since(began), failed));
        }
    }
}
