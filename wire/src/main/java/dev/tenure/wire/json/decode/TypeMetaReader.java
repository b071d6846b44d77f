package dev.tenure.wire.json.decode;

import dev.tenure.wire.json.JsonScanner;
import dev.tenure.wire.json.JsonSyntaxException;
import dev.tenure.wire.schema.GroupVersionKind;
import org.jspecify.annotations.Nullable;

/// Reads only what kind of object a JSON text says it is. Names count in any case, unlike everywhere else:
/// upstream reads them with Go's own decoder. Upstream: runtime/serializer/json/meta.go.
final class TypeMetaReader {
    private static final String PREFIX = "couldn't get version/kind; json parse error: ";
    private static final String TARGET = "struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\";"
            + " Kind string \"json:\\\"kind,omitempty\\\"\" }";

    private final JsonScanner in;
    private String apiVersion = "";
    private String kind = "";
    private @Nullable String typeError;

    private TypeMetaReader(byte[] json) {
        in = new JsonScanner(json);
    }

    /// What is not said is empty.
    ///
    /// @throws DecodeException when the text is no JSON, no object, or says it in a wrong type
    static GroupVersionKind read(byte[] json) {
        TypeMetaReader reader = new TypeMetaReader(json);
        try {
            reader.readObject();
        } catch (JsonSyntaxException e) {
            throw DecodeException.unrecognized(PREFIX + e.getMessage());
        }
        if (reader.typeError != null) {
            throw DecodeException.unrecognized(PREFIX + reader.typeError);
        }
        return groupVersionKind(reader.apiVersion, reader.kind);
    }

    /// @throws DecodeException when `apiVersion` has more than one slash
    static GroupVersionKind groupVersionKind(String apiVersion, String kind) {
        if (apiVersion.equals("/")) {
            return new GroupVersionKind("", "", kind);
        }
        if (apiVersion.indexOf('/') != apiVersion.lastIndexOf('/')) {
            throw DecodeException.unrecognized("unexpected GroupVersion string: " + apiVersion);
        }
        return GroupVersionKind.of(apiVersion, kind);
    }

    private void readObject() {
        int first = in.peekValue();
        if (first == '{') {
            in.open();
            for (boolean start = true; in.member(start); start = false) {
                member(in.key());
            }
        } else {
            in.skip();
            if (first != 'n') {
                typeError = "json: cannot unmarshal " + ObjectReader.nameOf(first) + " into Go value of type " + TARGET;
            }
        }
        in.end();
    }

    private void member(String key) {
        boolean isKind = key.equalsIgnoreCase("kind");
        if (!isKind && !key.equalsIgnoreCase("apiVersion")) {
            in.skip();
            return;
        }
        int first = in.peekValue();
        if (first == '"') {
            String text = in.string();
            kind = isKind ? text : kind;
            apiVersion = isKind ? apiVersion : text;
            return;
        }
        in.skip();
        if (first != 'n' && typeError == null) {
            typeError = "json: cannot unmarshal " + ObjectReader.nameOf(first) + " into Go struct field ."
                    + (isKind ? "kind" : "apiVersion") + " of type string";
        }
    }
}
