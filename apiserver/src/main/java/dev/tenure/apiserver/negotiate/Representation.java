package dev.tenure.apiserver.negotiate;

import dev.tenure.wire.ObjectCodec.Format;

/// The form of an answer.
///
/// @param format how it is written down
/// @param form what of the object is
/// @param version of the form's group meta.k8s.io; empty for [Form#OBJECT]
/// @param pretty whether JSON is indented
public record Representation(Format format, Form form, String version, boolean pretty) {
    /// What is written down of an object.
    public enum Form {
        OBJECT(""),
        TABLE("Table"),
        PARTIAL("PartialObjectMetadata"),
        PARTIAL_LIST("PartialObjectMetadataList");

        private final String kind;

        Form(String kind) {
            this.kind = kind;
        }

        public String kind() {
            return kind;
        }
    }

    /// Plain JSON.
    public static final Representation JSON = new Representation(Format.JSON, Form.OBJECT, "", false);

    /// JSON for people.
    public static final Representation INDENTED = new Representation(Format.JSON, Form.OBJECT, "", true);

    /// The same, one object a line: events of watches are never indented.
    Representation compact() {
        return pretty ? new Representation(format, form, version, false) : this;
    }

    public String apiVersion() {
        return "meta.k8s.io/" + version;
    }
}
