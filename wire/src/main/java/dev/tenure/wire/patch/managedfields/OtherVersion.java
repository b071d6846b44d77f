package dev.tenure.wire.patch.managedfields;

import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.patch.Values;
import dev.tenure.wire.schema.ObjectType;
import java.util.function.UnaryOperator;

/// Another version of the kind that a request is about. Whoever manages fields of an object in that version
/// is told of a change as it looks there. Immutable.
public final class OtherVersion {
    private final String apiVersion;
    private final FieldPlace place;
    private final FieldScope.Filter filter;
    private final UnaryOperator<ObjectNode> there;
    private final UnaryOperator<ObjectNode> back;

    private OtherVersion(
            String apiVersion,
            ObjectType type,
            FieldScope.Filter filter,
            UnaryOperator<ObjectNode> there,
            UnaryOperator<ObjectNode> back) {
        this.apiVersion = apiVersion;
        this.place = FieldPlace.of(type);
        this.filter = filter;
        this.there = there;
        this.back = back;
    }

    /// @param apiVersion as it stands in objects: `autoscaling/v2`
    /// @param there makes a new object of this version of one of the request's version
    /// @param back the other way
    /// @param resetFields as of [FieldScope#of]
    public static OtherVersion of(
            String apiVersion,
            ObjectType type,
            UnaryOperator<ObjectNode> there,
            UnaryOperator<ObjectNode> back,
            String... resetFields) {
        return new OtherVersion(apiVersion, type, FieldScope.allBut(resetFields), there, back);
    }

    /// A version whose objects differ from those of the request in nothing but the name of the version.
    ///
    /// @param own the version of the request
    public static OtherVersion renamed(String apiVersion, ObjectType type, String own, String... resetFields) {
        return of(apiVersion, type, object -> named(object, apiVersion), object -> named(object, own), resetFields);
    }

    private static ObjectNode named(ObjectNode object, String apiVersion) {
        return Values.shallowCopy(object).put("apiVersion", apiVersion);
    }

    String apiVersion() {
        return apiVersion;
    }

    FieldPlace place() {
        return place;
    }

    FieldSet filtered(FieldSet fields) {
        return filter.apply(fields);
    }

    ObjectNode there(ObjectNode object) {
        return there.apply(object);
    }

    ObjectNode back(ObjectNode object) {
        return back.apply(object);
    }
}
