package dev.tenure.wire.schema;

import java.util.Optional;

/// What a field may hold. Each type knows the name that Go gives it, for error texts.
public sealed interface FieldType {
    /// The Go type as Go prints it, for example `int32`, `v1.TaintEffect`, `[]v1.Toleration`.
    String goName();

    record Text(String goName) implements FieldType {}

    /// A whole number of 32 or 64 bits.
    record Whole(int bits, String goName) implements FieldType {}

    /// A floating point number of 64 bits.
    record Decimal(String goName) implements FieldType {}

    record Bool(String goName) implements FieldType {}

    /// Base64 in JSON.
    record Bytes(String goName) implements FieldType {}

    /// A type whose JSON form is not that of its Go structure.
    ///
    /// @param schema the structure that the value may be; present for the formats SCHEMA_OR_…
    record Special(Format format, Optional<ObjectType> schema) implements FieldType {
        @Override
        public String goName() {
            return format.goName;
        }
    }

    /// `wrapped` lists are a message of their own in protobuf, with the elements as field 1.
    record ListOf(FieldType element, boolean wrapped, String goName) implements FieldType {}

    /// A map from text.
    ///
    /// @param merged how apply merges the values, where the schema says so; its name does not count
    record MapOf(FieldType value, String goName, Optional<SchemaField> merged) implements FieldType {
        /// One whose values are merged as their type has it.
        public MapOf(FieldType value, String goName) {
            this(value, goName, Optional.empty());
        }
    }

    record Struct(ObjectType type) implements FieldType {
        @Override
        public String goName() {
            return type.goName();
        }
    }

    /// The types with a JSON form of their own.
    enum Format {
        /// RFC 3339 with whole seconds.
        TIME("v1.Time"),
        /// RFC 3339 with six decimals.
        MICRO_TIME("v1.MicroTime"),
        QUANTITY("resource.Quantity"),
        INT_OR_STRING("intstr.IntOrString"),
        /// An object of any kind.
        RAW_EXTENSION("runtime.RawExtension"),
        /// The set of fields that a manager owns.
        FIELDS_V1("v1.FieldsV1"),
        /// Any JSON value.
        ANY("v1.JSON"),
        SCHEMA_OR_BOOL("v1.JSONSchemaPropsOrBool"),
        SCHEMA_OR_ARRAY("v1.JSONSchemaPropsOrArray"),
        SCHEMA_OR_STRINGS("v1.JSONSchemaPropsOrStringArray");

        private final String goName;

        Format(String goName) {
            this.goName = goName;
        }
    }
}
