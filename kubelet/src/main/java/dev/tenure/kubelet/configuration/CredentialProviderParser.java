package dev.tenure.kubelet.configuration;

import dev.tenure.kubelet.configuration.FieldShape.Fields;
import dev.tenure.kubelet.configuration.FieldShape.ListOf;
import dev.tenure.kubelet.configuration.FieldShape.One;
import dev.tenure.kubelet.image.CredentialProvider;
import dev.tenure.kubelet.image.CredentialProvider.Tokens;
import dev.tenure.model.meta.LabelSyntax;
import dev.tenure.model.meta.Quoted;
import dev.tenure.model.quantity.DurationFormatException;
import dev.tenure.model.quantity.GoDuration;
import dev.tenure.model.quantity.GoDurationParser;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.yaml.Yaml;
import dev.tenure.wire.yaml.YamlException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Reads a CredentialProviderConfig: which programs of a node hand out credentials for which images. Strict,
/// as upstream. Upstream: credentialprovider/plugin/config.go.
public final class CredentialProviderParser {
    private static final String KIND = "CredentialProviderConfig";
    private static final String GROUP = "kubelet.config.k8s.io/";
    private static final String NEWEST = GROUP + "v1";
    private static final Set<String> VERSIONS = Set.of(NEWEST, GROUP + "v1beta1", GROUP + "v1alpha1");
    /// Of requests and answers, in order.
    private static final List<String> PROTOCOLS = List.of(
            CredentialProvider.NEWEST, CredentialProvider.NEWEST + "alpha1", CredentialProvider.NEWEST + "beta1");

    private static final String PER_TOKEN = "Token";
    private static final String PER_ACCOUNT = "ServiceAccount";
    private static final FieldShape TEXTS = new ListOf(One.TEXT);
    private static final String TOKENS = "tokenAttributes";
    private static final String REQUIRED_KEYS = "requiredServiceAccountAnnotationKeys";
    private static final String OPTIONAL_KEYS = "optionalServiceAccountAnnotationKeys";
    private static final String PLACE = "providers.";

    private final List<String> faults = new ArrayList<>();

    private CredentialProviderParser() {}

    /// The programs that one file names, as they stand there.
    ///
    /// @throws ConfigurationException when it cannot be read
    public static List<JsonNode> providers(byte[] text) {
        Yaml.Document document;
        try {
            document = Yaml.read(text);
        } catch (YamlException e) {
            throw new ConfigurationException("", String.valueOf(e.getMessage()));
        }
        JsonNode fields = document.value();
        String version = fields.path("apiVersion").asText("");
        if (!fields.path("kind").asText("").equals(KIND) || !VERSIONS.contains(version)) {
            throw new ConfigurationException(
                    "",
                    "no kind %s is registered for version %s: expected is kind %s of %s"
                            .formatted(Quoted.of(fields.path("kind").asText("")), Quoted.of(version), KIND, NEWEST));
        }
        var mistakes = new ArrayList<>(document.duplicates());
        StrictFields.check(fields, shape(version), KIND)
                .forEach(each -> mistakes.add(each.field() + " " + each.message()));
        if (!mistakes.isEmpty()) {
            throw new ConfigurationException("", "strict decoding error: " + String.join(", ", mistakes));
        }
        var providers = new ArrayList<JsonNode>();
        fields.path("providers").forEach(providers::add);
        return providers;
    }

    private static FieldShape shape(String version) {
        var provider = new LinkedHashMap<String, FieldShape>(Map.of(
                "name",
                One.TEXT,
                "matchImages",
                TEXTS,
                "defaultCacheDuration",
                One.DURATION_OR_NULL,
                "apiVersion",
                One.TEXT,
                "args",
                TEXTS,
                "env",
                new ListOf(new Fields(Map.of("name", One.TEXT, "value", One.TEXT)))));
        if (version.equals(NEWEST)) {
            provider.put(
                    TOKENS,
                    new Fields(Map.of(
                            "serviceAccountTokenAudience",
                            One.TEXT,
                            "cacheType",
                            One.TEXT,
                            "requireServiceAccount",
                            One.FLAG,
                            REQUIRED_KEYS,
                            TEXTS,
                            OPTIONAL_KEYS,
                            TEXTS)));
        }
        return new Fields(
                Map.of("kind", One.TEXT, "apiVersion", One.TEXT, "providers", new ListOf(new Fields(provider))));
    }

    /// What the programs of all files come to.
    ///
    /// @param providers as files have them, in order
    /// @throws ConfigurationException when something is wrong with them, with all that is
    public static List<CredentialProvider> parse(List<JsonNode> providers) {
        var parser = new CredentialProviderParser();
        if (providers.isEmpty()) {
            parser.faults.add("providers: Required value: at least 1 item in plugins is required");
        }
        Set<String> names = new HashSet<>();
        for (JsonNode provider : providers) {
            String name = provider.path("name").asText("");
            if (!names.add(name)) {
                throw new ConfigurationException(
                        "", "duplicate provider name %s found in configuration file(s)".formatted(Quoted.of(name)));
            }
            parser.check(provider, name);
        }
        if (!parser.faults.isEmpty()) {
            String all = parser.faults.size() == 1 ? parser.faults.getFirst() : listed(parser.faults);
            throw new ConfigurationException("", "failed to validate credential provider config: " + all);
        }
        return providers.stream().map(CredentialProviderParser::provider).toList();
    }

    /// What is said twice is said once.
    private static String listed(List<String> faults) {
        return faults.stream().distinct().collect(Collectors.joining(", ", "[", "]"));
    }

    private void fault(String field, String what) {
        faults.add(PLACE + field + ": " + what);
    }

    private void invalid(String field, String value, String why) {
        fault(field, "Invalid value: %s: %s".formatted(Quoted.of(value), why));
    }

    private void check(JsonNode provider, String name) {
        if (name.contains("/")) {
            invalid("name", name, "provider name cannot contain '/'");
        }
        if (name.contains(" ")) {
            invalid("name", name, "provider name cannot contain spaces");
        }
        if (name.equals(".") || name.equals("..")) {
            invalid("name", name, "provider name cannot be '%s'".formatted(name));
        }
        String version = provider.path("apiVersion").asText("");
        if (version.isEmpty()) {
            fault("apiVersion", "Required value");
        } else if (!PROTOCOLS.contains(version)) {
            fault("apiVersion", unsupported(version, PROTOCOLS));
        }
        images(provider.path("matchImages"));
        kept(provider.path("defaultCacheDuration"));
        if (provider.path(TOKENS).isObject()) {
            tokens(provider.path(TOKENS), version);
        }
    }

    private static String unsupported(String value, List<String> known) {
        return "Unsupported value: %s: supported values: %s"
                .formatted(Quoted.of(value), known.stream().map(Quoted::of).collect(Collectors.joining(", ")));
    }

    private void images(JsonNode images) {
        if (images.isEmpty()) {
            fault("matchImages", "Required value: at least 1 item in matchImages is required");
        }
        for (JsonNode image : images) {
            String text = image.asText("");
            if (text.chars().anyMatch(each -> each <= ' ' || each == 0x7f)) {
                invalid("matchImages", text, "match image is invalid: a blank stands in it");
            }
        }
    }

    private void kept(JsonNode duration) {
        if (!duration.isTextual()) {
            fault("defaultCacheDuration", "Required value");
            return;
        }
        Duration kept = duration(duration);
        if (kept.isNegative()) {
            invalid(
                    "defaultCacheDuration",
                    "-" + GoDuration.text(kept.negated()),
                    "must be greater than or equal to 0");
        }
    }

    private void tokens(JsonNode tokens, String version) {
        String audience = "serviceAccountTokenAudience";
        if (tokens.path(audience).asText("").isEmpty()) {
            fault(TOKENS + "." + audience, "Required value");
        }
        JsonNode required = tokens.path("requireServiceAccount");
        if (!required.isBoolean()) {
            fault(TOKENS + ".requireServiceAccount", "Required value");
        }
        if (!version.equals(CredentialProvider.NEWEST)) {
            fault(
                    TOKENS,
                    "Forbidden: tokenAttributes is only supported for %s API version"
                            .formatted(CredentialProvider.NEWEST));
        }
        if (required.isBoolean()
                && !required.asBoolean()
                && !tokens.path(REQUIRED_KEYS).isEmpty()) {
            fault(
                    TOKENS + "." + REQUIRED_KEYS,
                    "Forbidden: requireServiceAccount cannot be false when requiredServiceAccountAnnotationKeys is set");
        }
        Set<String> mandatory = keys(tokens, REQUIRED_KEYS);
        Set<String> both = keys(tokens, OPTIONAL_KEYS);
        both.retainAll(mandatory);
        if (!both.isEmpty()) {
            String named = both.stream().map(Quoted::of).collect(Collectors.joining(",", "[", "]"));
            fault(TOKENS, "Invalid value: %s: annotation keys cannot be both required and optional".formatted(named));
        }
        cacheType(tokens.path("cacheType").asText(""));
    }

    private void cacheType(String type) {
        List<String> known = List.of(PER_ACCOUNT, PER_TOKEN);
        if (type.isEmpty()) {
            fault(
                    TOKENS + ".cacheType",
                    "Required value: cacheType is required to be set when tokenAttributes is specified. Supported values are: "
                            + String.join(", ", known));
        } else if (!known.contains(type)) {
            fault(TOKENS + ".cacheType", unsupported(type, known));
        }
    }

    /// In order.
    private Set<String> keys(JsonNode tokens, String field) {
        Set<String> seen = new TreeSet<>();
        for (JsonNode each : tokens.path(field)) {
            String key = each.asText("");
            LabelSyntax.keyFaults(key.toLowerCase(Locale.ROOT)).forEach(why -> invalid(TOKENS + "." + field, key, why));
            if (!seen.add(key)) {
                fault(TOKENS + "." + field, "Duplicate value: " + Quoted.of(key));
            }
        }
        return seen;
    }

    private static Duration duration(JsonNode text) {
        try {
            return GoDurationParser.parse(text.asText());
        } catch (DurationFormatException e) {
            throw new ConfigurationException("defaultCacheDuration", String.valueOf(e.getMessage()));
        }
    }

    private static CredentialProvider provider(JsonNode provider) {
        var variables = new LinkedHashMap<String, String>();
        provider.path("env")
                .forEach(each -> variables.put(
                        each.path("name").asText(""), each.path("value").asText("")));
        JsonNode tokens = provider.path(TOKENS);
        Optional<Tokens> given = tokens.isObject()
                ? Optional.of(new Tokens(
                        tokens.path("serviceAccountTokenAudience").asText(""),
                        tokens.path("requireServiceAccount").asBoolean(false),
                        tokens.path("cacheType").asText("").equals(PER_TOKEN),
                        texts(tokens.path(REQUIRED_KEYS)),
                        texts(tokens.path(OPTIONAL_KEYS))))
                : Optional.empty();
        return new CredentialProvider(
                provider.path("name").asText(""),
                texts(provider.path("matchImages")),
                duration(provider.path("defaultCacheDuration")),
                provider.path("apiVersion").asText(""),
                texts(provider.path("args")),
                variables,
                given);
    }

    private static List<String> texts(JsonNode list) {
        var texts = new ArrayList<String>();
        list.forEach(each -> texts.add(each.asText("")));
        return texts;
    }
}
