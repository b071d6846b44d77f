package dev.tenure.apiserver.negotiate;

import dev.tenure.apiserver.registry.StatusDocument;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.Status;
import dev.tenure.wire.ObjectCodec;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.Arrays;
import java.util.Optional;

/// Answers as bytes of the form that was asked for. Immutable; safe for use by several threads.
public final class Renderer {
    private final Forms forms;

    public Renderer(Forms forms) {
        this.forms = forms;
    }

    /// An answer ready to be sent.
    public record Rendered(int code, String contentType, byte[] body) {}

    /// @throws dev.tenure.apiserver.registry.RefusedException with 406 when the answer has no such form
    public Rendered render(ApiReply reply, Representation wanted, String includeObject) {
        return switch (reply) {
            case ApiReply.One one -> one(one, wanted, includeObject);
            case ApiReply.Many many -> many(many, wanted, includeObject);
            case ApiReply.Document document -> document(document, wanted, includeObject);
            case ApiReply.Failure failure -> failure(failure.status(), wanted);
        };
    }

    /// A large list, to be sent as it is made; nothing for all else, which [#render] makes.
    ///
    /// @throws dev.tenure.apiserver.registry.RefusedException as [#render]
    public Optional<ListStream> stream(ApiReply reply, Representation wanted, String includeObject) {
        return reply instanceof ApiReply.Many page && ListStream.takes(page, wanted)
                ? ListStream.of(page, forms, wanted, includeObject)
                : Optional.empty();
    }

    private Rendered one(ApiReply.One one, Representation wanted, String includeObject) {
        if (wanted.equals(Representation.JSON)) {
            return json(one.code(), ObjectBytes.one(one.object()));
        }
        ObjectNode tree = Forms.tree(one.object());
        return written(one.code(), forms.ofObject(tree, wanted, includeObject), wanted);
    }

    private Rendered many(ApiReply.Many many, Representation wanted, String includeObject) {
        if (wanted.equals(Representation.JSON)) {
            byte[] json = forms.custom(many.type())
                    .map(custom -> ObjectBytes.whole(many, custom.listKind()))
                    .orElseGet(() -> ObjectBytes.many(many));
            return json(200, json);
        }
        return written(200, forms.ofList(many, wanted, includeObject), wanted);
    }

    private Rendered document(ApiReply.Document document, Representation wanted, String includeObject) {
        if (wanted.equals(Representation.JSON)) {
            return json(document.code(), document.json());
        }
        ObjectNode tree = Json.readObject(document.json());
        return written(document.code(), forms.ofDocument(tree, wanted, includeObject), wanted);
    }

    /// A refusal; always possible, whatever was asked for.
    public Rendered failure(Status status, Representation wanted) {
        return written(status.code(), StatusDocument.of(status), wanted);
    }

    /// A document in the format that was asked for.
    public static Rendered written(int code, ObjectNode tree, Representation wanted) {
        byte[] bytes = Writing.bytes(tree, wanted);
        boolean line = wanted.format() == ObjectCodec.Format.JSON && !wanted.pretty();
        return line ? json(code, bytes) : new Rendered(code, wanted.format().mediaType(), bytes);
    }

    /// JSON on one line ends that line, as Go's encoder does it; what is indented does not.
    private static Rendered json(int code, byte[] json) {
        byte[] line = Arrays.copyOf(json, json.length + 1);
        line[json.length] = '\n';
        return new Rendered(code, ObjectCodec.Format.JSON.mediaType(), line);
    }
}
