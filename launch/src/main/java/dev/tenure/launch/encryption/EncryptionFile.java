package dev.tenure.launch.encryption;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.runtime.io.IoWords;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.yaml.Yaml;
import dev.tenure.wire.yaml.YamlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/// The file of `--encryption-provider-config`, an EncryptionConfiguration of `apiserver.config.k8s.io/v1`.
/// Upstream: apiserver/pkg/server/options/encryptionconfig/config.go,
/// apiserver/pkg/apis/apiserver/validation.
public final class EncryptionFile {
    public static final String FLAG = "--encryption-provider-config";

    private static final Set<Integer> AES_BYTES = Set.of(16, 24, 32);
    private static final Set<Integer> BOX_BYTES = Set.of(32);

    /// Not served, so that nobody could have their objects written anew.
    private static final Set<String> INTERNAL =
            Set.of("apiserveripinfo", "serviceipallocations", "servicenodeportallocations");

    private final Path file;
    private final SecureRandom random;
    private final Map<ResourceId, List<Provider>> providers = new HashMap<>();

    private EncryptionFile(Path file, SecureRandom random) {
        this.file = file;
        this.random = random;
    }

    /// @throws CommandFailure when the file cannot be read or says something wrong; the message names it
    public static Encryption read(Path file, SecureRandom random) {
        var reader = new EncryptionFile(file, random);
        reader.all(reader.tree());
        return new Encryption(reader.providers);
    }

    private JsonNode tree() {
        try {
            return Yaml.read(Files.readAllBytes(file)).value();
        } catch (IOException e) {
            throw wrong("cannot be read (%s)".formatted(IoWords.briefly(e)));
        } catch (YamlException e) {
            throw wrong("is no YAML: %s".formatted(e.getMessage()));
        }
    }

    private CommandFailure wrong(String what) {
        return new CommandFailure(ExitCode.USAGE, "%s \"%s\" %s".formatted(FLAG, file, what));
    }

    private void all(JsonNode tree) {
        boolean known = tree.path("kind").asText("").equals("EncryptionConfiguration")
                && tree.path("apiVersion").asText("").equals("apiserver.config.k8s.io/v1");
        if (!known) {
            throw wrong("is no EncryptionConfiguration of apiserver.config.k8s.io/v1");
        }
        if (tree.path("resources").isEmpty()) {
            throw wrong("is wrong: resources: Required value: at least one resources is required");
        }
        int index = 0;
        for (JsonNode entry : tree.path("resources")) {
            String at = "resources[%d].".formatted(index++);
            List<Provider> read = providers(entry.path("providers"), at + "providers");
            if (entry.path("resources").isEmpty()) {
                throw wrong("is wrong: %sresources: Required value: at least one is required".formatted(at));
            }
            var inEntry = new HashSet<ResourceId>();
            for (JsonNode name : entry.path("resources")) {
                ResourceId resource = resource(name.asText(""), at);
                refuseOverlap(resource, inEntry, at);
                inEntry.add(resource);
            }
            inEntry.forEach(resource ->
                    providers.computeIfAbsent(resource, _ -> new ArrayList<>()).addAll(read));
        }
    }

    /// The part before the first dot names the resource, `*.` all of the group without a name, `*.*` all.
    private ResourceId resource(String name, String at) {
        String why = "";
        int dot = name.indexOf('.');
        String resource = dot < 0 ? name : name.substring(0, dot);
        String group = dot < 0 ? "" : name.substring(dot + 1);
        if (name.isEmpty()) {
            why = "it is empty";
        } else if (!name.equals(name.toLowerCase(Locale.ROOT))) {
            why = "resource name should not contain capital letters";
        } else if (name.equals(Encryption.ANY)) {
            why = "use '*.' to encrypt all the resources from core API group or *.* to encrypt all resources";
        } else if (INTERNAL.contains(name)) {
            why = "resources which do not have REST API/s cannot be encrypted";
        } else if (group.equals("events.k8s.io")) {
            why =
                    "'*.events.k8s.io' objects are stored using the 'events' API group in etcd. Use 'events' instead in the config file";
        } else if (group.equals("extensions")) {
            why = "'extensions' group has been removed and cannot be used for encryption";
        } else if (group.equals(Encryption.ANY) && !resource.equals(Encryption.ANY)) {
            why = "the same resource of all groups cannot be named";
        }
        if (!why.isEmpty()) {
            throw wrong("is wrong: %sresources: Invalid value: \"%s\": %s".formatted(at, name, why));
        }
        return new ResourceId(group, resource);
    }

    /// A resource stands once among the resources of an entry, and not behind one that covers it.
    private void refuseOverlap(ResourceId resource, Set<ResourceId> inEntry, String at) {
        var all = new ResourceId(Encryption.ANY, Encryption.ANY);
        var group = new ResourceId(resource.group(), Encryption.ANY);
        boolean inside = inEntry.contains(resource)
                || inEntry.contains(all)
                || inEntry.contains(group)
                || (resource.equals(all) && !inEntry.isEmpty())
                || (resource.equals(group)
                        && inEntry.stream().anyMatch(other -> other.group().equals(resource.group())));
        boolean masked = (!resource.equals(group) && providers.containsKey(group))
                || (!resource.equals(all) && providers.containsKey(all));
        if (inside || masked) {
            throw wrong("is wrong: %sresources: \"%s.%s\" is there twice, or an earlier one covers it"
                    .formatted(at, resource.resource(), resource.group()));
        }
    }

    private List<Provider> providers(JsonNode list, String at) {
        if (list.isEmpty()) {
            throw wrong("is wrong: %s: Required value: at least one is required".formatted(at));
        }
        var read = new ArrayList<Provider>();
        int index = 0;
        for (JsonNode provider : list) {
            String here = "%s[%d]".formatted(at, index++);
            if (provider.size() != 1) {
                throw wrong("is wrong: %s: it must be one of aescbc, aesgcm, secretbox and identity".formatted(here));
            }
            String name = provider.fieldNames().next();
            JsonNode keys = provider.path(name).path("keys");
            switch (name) {
                case "identity" -> read.add(new Provider.Identity());
                case "aescbc" ->
                    keys(keys, here, AES_BYTES)
                            .forEach((key, secret) -> read.add(new Provider.AesCbc(key, secret, random)));
                case "aesgcm" ->
                    keys(keys, here, AES_BYTES)
                            .forEach((key, secret) -> read.add(new Provider.AesGcm(key, secret, random)));
                case "secretbox" ->
                    keys(keys, here, BOX_BYTES)
                            .forEach((key, secret) -> read.add(new Provider.SecretBox(key, secret, random)));
                case "kms" -> throw wrong("asks for %s.kms: keys of another service are not supported".formatted(here));
                default -> throw wrong("is wrong: %s: there is no provider \"%s\"".formatted(here, name));
            }
        }
        return read;
    }

    private Map<String, SecretKey> keys(JsonNode list, String at, Set<Integer> lengths) {
        if (list.isEmpty()) {
            throw wrong("is wrong: %s.keys: Required value: at least one keys is required".formatted(at));
        }
        var keys = new LinkedHashMap<String, SecretKey>();
        for (JsonNode key : list) {
            String name = key.path("name").asText("");
            byte[] secret = secret(key.path("secret").asText("")).orElse(new byte[0]);
            if (name.isEmpty() || !lengths.contains(secret.length)) {
                throw wrong("is wrong: %s.keys: key \"%s\" needs a name and a secret of %s bytes in base64"
                        .formatted(
                                at,
                                name,
                                String.join(
                                        " or ",
                                        lengths.stream()
                                                .sorted()
                                                .map(String::valueOf)
                                                .toList())));
            }
            keys.put(name, new SecretKeySpec(secret, "AES"));
        }
        return keys;
    }

    private static Optional<byte[]> secret(String text) {
        try {
            return Optional.of(Base64.getDecoder().decode(text));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
