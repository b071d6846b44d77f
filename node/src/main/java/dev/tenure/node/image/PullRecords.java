package dev.tenure.node.image;

import dev.tenure.kubelet.image.PulledImage;
import dev.tenure.kubelet.image.PulledImage.Access;
import dev.tenure.kubelet.image.PulledImage.Held;
import dev.tenure.kubelet.image.RegistryLogin;
import dev.tenure.kubelet.image.RegistryLogin.Source;
import dev.tenure.runtime.io.IoWords;
import dev.tenure.runtime.io.PrivateFiles;
import dev.tenure.runtime.io.Sha256;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// Files about the images that this node pulled, in a kubelet's form: what is being pulled, and what was
/// pulled with which secrets. A pull that the agent did not live to see the end of stays noted, so that
/// nobody takes its image for one that was brought for all. Waits for the disk. Safe for use by several
/// threads. Upstream: fs_pullrecords.go.
public final class PullRecords {
    private static final System.Logger LOG = System.getLogger(PullRecords.class.getPackageName());
    private static final String API_VERSION = "kubelet.config.k8s.io/v1beta1";
    private static final String PREFIX = "sha256-";

    private final Path pulling;
    private final Path pulled;
    /// How many pulls are under way, by name.
    private final Map<String, Integer> underWay = new ConcurrentHashMap<>();
    /// Keeps writers of one record apart; holds nothing in between.
    private final Map<String, PulledImage> turns = new ConcurrentHashMap<>();

    /// @param root the agent's folder
    public PullRecords(Path root) {
        this.pulling = root.resolve("image_manager").resolve("pulling");
        this.pulled = root.resolve("image_manager").resolve("pulled");
    }

    /// Notes that an image is going to be pulled.
    public void begin(String image) throws IOException {
        try {
            underWay.compute(image, (_, running) -> {
                write(pulling, image, head("ImagePullIntent").put("image", image));
                return running == null ? 1 : running + 1;
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /// A pull has come to nothing.
    public void failed(String image) {
        try {
            underWay.compute(image, (_, running) -> {
                if (running != null && running > 1) {
                    return running - 1;
                }
                delete(pulling, image);
                return null;
            });
        } catch (UncheckedIOException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "pull of {0} stays noted: {1}",
                    image,
                    IoWords.of(Objects.requireNonNull(e.getCause())));
        }
    }

    /// A pull is done. When that cannot be written the pull stays noted as one under way.
    ///
    /// @param name of the image without tag and digest
    /// @param access for whom it was pulled
    public void done(String image, String name, String id, Granted access) {
        if (grant(name, id, access)) {
            failed(image);
        }
    }

    /// What was found out about who may have an image.
    public record Granted(Access access, Instant now) {
        /// @param login with which it was pulled, if with any
        public static Granted to(Optional<RegistryLogin> login, Instant now) {
            Optional<Access> holder = login.flatMap(Held::of).map(held -> new Access.Holders(List.of(held)));
            return new Granted(holder.orElseGet(Access.Everybody::new), now);
        }
    }

    /// Adds to the record of an image.
    ///
    /// @return whether that is on disk
    public boolean grant(String name, String id, Granted access) {
        try {
            turns.compute(id, (_, _) -> {
                PulledImage known = known(id).orElseGet(() -> new PulledImage(id, access.now(), Map.of()));
                PulledImage next = known.with(name, access.access(), access.now());
                if (!next.equals(known)) {
                    write(pulled, id, record(next));
                }
                return null;
            });
            return true;
        } catch (UncheckedIOException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "image {0}: no record: {1}",
                    id,
                    IoWords.of(Objects.requireNonNull(e.getCause())));
            return false;
        }
    }

    /// Whether this node pulled an image, or began to.
    public boolean pulledHere(String image, String id) {
        return underWay.containsKey(image) || Files.exists(file(pulled, id)) || Files.exists(file(pulling, image));
    }

    /// What is remembered of an image; empty when that is nothing or cannot be read.
    public Optional<PulledImage> of(String id) {
        return known(id);
    }

    /// Forgets images that are not on the node any more.
    ///
    /// @param before when the images were listed: what was written since stays
    public void keepOnly(Set<String> ids, Instant before) {
        Instant second = before.truncatedTo(ChronoUnit.SECONDS);
        for (Path file : records()) {
            Optional<PulledImage> record = read(file);
            if (record.isPresent()
                    && !ids.contains(record.get().id())
                    && record.get().updated().isBefore(second)) {
                try {
                    Files.deleteIfExists(file);
                } catch (IOException e) {
                    LOG.log(System.Logger.Level.WARNING, "a record of an image stays: {0}", IoWords.of(e));
                }
            }
        }
    }

    private List<Path> records() {
        if (!Files.isDirectory(pulled)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(pulled)) {
            return files.filter(file -> file.getFileName().toString().startsWith(PREFIX)
                            && !file.getFileName().toString().contains("."))
                    .toList();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "records of images cannot be listed: {0}", IoWords.of(e));
            return List.of();
        }
    }

    private Optional<PulledImage> known(String id) {
        return read(file(pulled, id)).filter(record -> record.id().equals(id));
    }

    private static Optional<PulledImage> read(Path file) {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(record(Json.readObject(Files.readAllBytes(file))));
        } catch (IOException | RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "{0} is no record of an image: {1}", file, e.getMessage());
            return Optional.empty();
        }
    }

    private static PulledImage record(JsonNode record) {
        var access = new LinkedHashMap<String, Access>();
        for (Map.Entry<String, JsonNode> entry :
                record.path("credentialMapping").properties()) {
            access.put(entry.getKey(), access(entry.getValue()));
        }
        return new PulledImage(
                record.path("imageRef").asText(""),
                Instant.parse(record.path("lastUpdatedTime").asText("")),
                access);
    }

    private static Access access(JsonNode credentials) {
        if (credentials.path("nodePodsAccessible").asBoolean(false)) {
            return new Access.Everybody();
        }
        var held = new ArrayList<Held>();
        for (JsonNode secret : credentials.path("kubernetesSecrets")) {
            var source = new Source.Secret(text(secret, "uid"), text(secret, "namespace"), text(secret, "name"));
            held.add(new Held(source, text(secret, "credentialHash")));
        }
        for (JsonNode account : credentials.path("kubernetesServiceAccounts")) {
            var source = new Source.Account(text(account, "uid"), text(account, "namespace"), text(account, "name"));
            held.add(new Held(source, ""));
        }
        return new Access.Holders(held);
    }

    private static String text(JsonNode holder, String field) {
        return holder.path(field).asText("");
    }

    private static ObjectNode record(PulledImage image) {
        ObjectNode record = head("ImagePulledRecord")
                .put(
                        "lastUpdatedTime",
                        image.updated().truncatedTo(ChronoUnit.SECONDS).toString())
                .put("imageRef", image.id());
        ObjectNode mapping = record.putObject("credentialMapping");
        new TreeMap<>(image.access()).forEach((name, access) -> {
            ObjectNode credentials = mapping.putObject(name);
            switch (access) {
                case Access.Everybody _ -> credentials.put("nodePodsAccessible", true);
                case Access.Holders holders -> {
                    holders(credentials, "kubernetesSecrets", holders.secrets());
                    holders(credentials, "kubernetesServiceAccounts", holders.accounts());
                }
            }
        });
        return record;
    }

    private static void holders(ObjectNode credentials, String field, List<Held> all) {
        if (all.isEmpty()) {
            return;
        }
        var list = credentials.putArray(field);
        for (Held held : all) {
            ObjectNode entry = list.addObject()
                    .put("uid", held.source().uid())
                    .put("namespace", held.source().namespace())
                    .put("name", held.source().name());
            if (!held.hash().isEmpty()) {
                entry.put("credentialHash", held.hash());
            }
        }
    }

    private static ObjectNode head(String kind) {
        return Json.object().put("kind", kind).put("apiVersion", API_VERSION);
    }

    private static Path file(Path folder, String what) {
        return folder.resolve(PREFIX + Sha256.hex(what.getBytes(StandardCharsets.UTF_8)));
    }

    private static void write(Path folder, String what, ObjectNode content) {
        try {
            PrivateFiles.makeFolder(folder);
            PrivateFiles.replace(file(folder, what), Json.write(content));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path folder, String what) {
        try {
            Files.deleteIfExists(file(folder, what));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
