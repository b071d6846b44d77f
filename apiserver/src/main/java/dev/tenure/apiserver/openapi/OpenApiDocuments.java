package dev.tenure.apiserver.openapi;

import dev.tenure.apiserver.aggregation.AggregatedView;
import dev.tenure.apiserver.openapi.OpenApiV3.Head;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.runtime.io.MadeOnce;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// All OpenAPI documents of a server, with their hashes, for one table of kinds. Those of the third version
/// are made at once, that of the second when it is first asked for.
public final class OpenApiDocuments {
    private static final String VERSION = "1.36";
    private static final Head OWN = Head.ofServer(VERSION);
    private static final String META = "io.k8s.apimachinery.pkg.apis.meta.v1.";

    /// One document.
    ///
    /// @param hash changes whenever the document does
    public record Document(byte[] bytes, String hash) {}

    /// The second version in its two formats.
    private record Second(Document json, Document proto) {}

    private final Map<String, Document> v3;
    private final MadeOnce<Second> second;
    private final byte[] root;

    private OpenApiDocuments(Map<String, Document> v3, Map<String, String> elsewhere, MadeOnce<Second> second) {
        this.v3 = v3;
        this.second = second;
        this.root = root(v3, elsewhere);
    }

    /// The documents of a table without kinds that were defined at run time; takes a moment.
    public static OpenApiDocuments of(KindTable kinds) {
        OpenApiFacts facts = OpenApiFacts.load(kinds);
        var documents = new TreeMap<String, Document>();
        kinds.groups().forEach((group, versions) -> {
            if (!group.isEmpty()) {
                documents.put("apis/" + group, page(facts, "/apis/" + group + "/", META + "APIGroup"));
            }
            versions.forEach(version -> add(documents, facts, path(group, version.version()), OWN));
        });
        documents.put("api", page(facts, "/api/", META + "APIVersions"));
        documents.put("apis", page(facts, "/apis/", META + "APIGroupList"));
        documents.put("version", page(facts, "/version/", "io.k8s.apimachinery.pkg.version.Info"));
        documents.put("openid/v1/jwks", page(facts, "/openid/v1/jwks/", ""));
        documents.put(".well-known/openid-configuration", page(facts, "/.well-known/openid-configuration/", ""));
        return new OpenApiDocuments(documents, Map.of(), second(kinds, AggregatedView.NOTHING));
    }

    /// The documents of a table that has the built-in kinds of these and others, which were defined at run
    /// time.
    ///
    /// @param elsewhere what other servers answer for
    public OpenApiDocuments with(KindTable kinds, AggregatedView elsewhere) {
        if (kinds.defined().isEmpty() && !elsewhere.hasBackends()) {
            return this;
        }
        OpenApiFacts facts = OpenApiFacts.load(kinds);
        var documents = new TreeMap<>(v3);
        kinds.defined()
                .forEach(entry -> add(
                        documents,
                        facts,
                        path(entry.type().group(), entry.type().version()),
                        entry.custom().isPresent() ? Head.OF_DEFINED : OWN));
        Map<String, String> thirds = new TreeMap<>();
        elsewhere
                .registrations()
                .forEach(one -> elsewhere
                        .specs(one)
                        .ifPresent(specs -> specs.third().forEach((path, address) -> {
                            if (elsewhere.ofDocument(kinds, path).isPresent()) {
                                thirds.put(path, address);
                            }
                        })));
        return new OpenApiDocuments(documents, thirds, second(kinds, elsewhere));
    }

    private static String path(String group, String version) {
        return group.isEmpty() ? "api/" + version : "apis/" + group + "/" + version;
    }

    private static void add(Map<String, Document> documents, OpenApiFacts facts, String path, Head head) {
        documents.computeIfAbsent(path, _ -> document(Json.write(OpenApiV3.document(facts, "/" + path + "/", head))));
    }

    private static MadeOnce<Second> second(KindTable kinds, AggregatedView elsewhere) {
        return new MadeOnce<>(() -> {
            ObjectNode swagger = OpenApiV2.document(OpenApiFacts.load(kinds), VERSION);
            elsewhere.registrations().stream()
                    .flatMap(one -> elsewhere.specs(one).stream())
                    .flatMap(specs -> specs.second().stream())
                    .forEach(part -> MergedSwagger.add(swagger, part));
            return new Second(document(Json.write(swagger)), document(OpenApiV2Proto.bytes(swagger)));
        });
    }

    private static Document page(OpenApiFacts facts, String path, String answer) {
        return document(Json.write(OpenApiV3.page(facts, path, answer, OWN)));
    }

    private static byte[] root(Map<String, Document> documents, Map<String, String> elsewhere) {
        var addresses = new TreeMap<String, String>();
        documents.forEach((path, document) -> addresses.put(path, "/openapi/v3/" + path + "?hash=" + document.hash()));
        addresses.putAll(elsewhere);
        var root = Json.object();
        var paths = root.putObject("paths");
        addresses.forEach((path, address) -> paths.putObject(path).put("serverRelativeURL", address));
        return root.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static Document document(byte[] bytes) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-512").digest(bytes);
            return new Document(bytes, HexFormat.of().withUpperCase().formatHex(digest));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK has no SHA-512", e);
        }
    }

    /// The list of documents, as JSON.
    public byte[] root() {
        return root;
    }

    /// @param path for example `apis/apps/v1`
    public Optional<Document> v3(String path) {
        return Optional.ofNullable(v3.get(path));
    }

    public Document v2() {
        return second.get().json();
    }

    /// The second version as a protobuf message.
    public Document v2Proto() {
        return second.get().proto();
    }
}
