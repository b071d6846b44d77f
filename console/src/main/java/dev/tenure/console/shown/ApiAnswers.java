package dev.tenure.console.shown;

import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;

/// What the API answers, or its refusal as a [ConsoleFault].
public final class ApiAnswers {
    private ApiAnswers() {}

    public static StoredObject one(ApiReply reply) {
        return switch (reply) {
            case ApiReply.One(var _, StoredObject object, var _) -> object;
            case ApiReply.Failure(var status, var _) -> throw ConsoleFault.of(status);
            case ApiReply.Many _, ApiReply.Document _ -> throw strange();
        };
    }

    public static List<StoredObject> many(ApiReply reply) {
        return switch (reply) {
            case ApiReply.Many many -> many.items();
            case ApiReply.Failure(var status, var _) -> throw ConsoleFault.of(status);
            case ApiReply.One _, ApiReply.Document _ -> throw strange();
        };
    }

    /// The document of a review or the like.
    public static ObjectNode document(ApiReply reply) {
        return switch (reply) {
            case ApiReply.Document(var _, byte[] json, var _) -> Json.readObject(json);
            case ApiReply.One(var _, StoredObject object, var _) -> Json.readObject(object.json());
            case ApiReply.Failure(var status, var _) -> throw ConsoleFault.of(status);
            case ApiReply.Many _ -> throw strange();
        };
    }

    /// Refuses as the API did; anything else is a success.
    public static void done(ApiReply reply) {
        if (reply instanceof ApiReply.Failure(var status, var _)) {
            throw ConsoleFault.of(status);
        }
    }

    private static ConsoleFault strange() {
        return new ConsoleFault(502, "InternalError", "the server answers something else than was asked for");
    }
}
