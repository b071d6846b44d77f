package dev.tenure.apiserver.openapi;

import dev.tenure.apiserver.kinds.KindTable;
import dev.tenure.wire.json.Json;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// All OpenAPI documents of a server, with their hashes. Made as a whole when the first one is asked for.
public final class OpenApiDocuments {
    private static final String VERSION = "v1.36.3";
    private static final String META = "io.k8s.apimachinery.pkg.apis.meta.v1.";

    /// One document.
    ///
    /// @param hash changes whenever the document does
    public record Document(byte[] bytes, String hash) {}

    private final Map<String, Document> v3;
    private final Document v2;
    private final Document v2Proto;
    private final byte[] root;

    /// Reads the facts and makes every document; takes a moment.
    public OpenApiDocuments(KindTable kinds) {
        OpenApiFacts facts = OpenApiFacts.load(kinds);
        var documents = new TreeMap<String, Document>();
        kinds.groups().forEach((group, versions) -> {
            if (!group.isEmpty()) {
                documents.put("apis/" + group, page(facts, "/apis/" + group + "/", META + "APIGroup"));
            }
            for (KindTable.GroupVersion version : versions) {
                String path = group.isEmpty() ? "api/" + version.version() : "apis/" + group + "/" + version.version();
                documents.put(path, document(Json.write(OpenApiV3.document(facts, "/" + path + "/", VERSION))));
            }
        });
        documents.put("api", page(facts, "/api/", META + "APIVersions"));
        documents.put("apis", page(facts, "/apis/", META + "APIGroupList"));
        documents.put("version", page(facts, "/version/", "io.k8s.apimachinery.pkg.version.Info"));
        documents.put("openid/v1/jwks", page(facts, "/openid/v1/jwks/", ""));
        documents.put(".well-known/openid-configuration", page(facts, "/.well-known/openid-configuration/", ""));
        this.v3 = documents;
        var swagger = OpenApiV2.document(facts, VERSION);
        this.v2 = document(Json.write(swagger));
        this.v2Proto = document(OpenApiV2Proto.bytes(swagger));
        this.root = root(documents);
    }

    private static Document page(OpenApiFacts facts, String path, String answer) {
        return document(Json.write(OpenApiV3.page(facts, path, answer, VERSION)));
    }

    private static byte[] root(Map<String, Document> documents) {
        var root = Json.object();
        var paths = root.putObject("paths");
        documents.forEach((path, document) ->
                paths.putObject(path).put("serverRelativeURL", "/openapi/v3/" + path + "?hash=" + document.hash()));
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
        return v2;
    }

    /// The second version as a protobuf message.
    public Document v2Proto() {
        return v2Proto;
    }
}
