package dev.tenure.wire.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.schema.FieldType.Struct;
import org.junit.jupiter.api.Test;

/// The table is complete, and its facts arrive where they should.
class SchemaTest {
    private final Schema schema = Schema.builtIn();

    @Test
    void everyTypeHasReadableFields() {
        assertThat(schema.types())
                .hasSizeGreaterThan(590)
                .allSatisfy(type -> assertThat(type.fields()).doesNotHaveDuplicates());
    }

    @Test
    void aTolerationKnowsItsGoNamesAndNumbers() {
        ObjectType toleration = schema.type("io.k8s.api.core.v1.Toleration").orElseThrow();
        assertThat(toleration.structName()).isEqualTo("Toleration");
        SchemaField seconds = toleration.field("tolerationSeconds").orElseThrow();
        assertThat(seconds.pointer()).isTrue();
        assertThat(seconds.protoPath()).containsExactly(5);
        assertThat(seconds.type()).isEqualTo(new FieldType.Whole(64, "int64"));
        assertThat(toleration.field("effect").orElseThrow().type().goName()).isEqualTo("v1.TaintEffect");
        assertThat(toleration.field("Effect")).isEmpty();
    }

    @Test
    void aContainerListMergesByName() {
        ObjectType pod = schema.kind("v1", "Pod").orElseThrow();
        assertThat(pod.field("spec").orElseThrow().type()).isInstanceOfSatisfying(Struct.class, spec -> {
            SchemaField containers = spec.type().field("containers").orElseThrow();
            assertThat(containers.merges()).isTrue();
            assertThat(containers.mergeKey()).contains("name");
            assertThat(containers.listKind()).isEqualTo(SchemaField.ListKind.MAP);
            assertThat(containers.listMapKeys()).containsExactly("name");
            assertThat(containers.type().goName()).isEqualTo("[]v1.Container");
        });
    }

    @Test
    void sharedKindsAreFoundInEveryGroup() {
        assertThat(schema.kind("policy/v1", "DeleteOptions")).isEqualTo(schema.kind("v1", "DeleteOptions"));
        assertThat(schema.kind("meta.k8s.io/v1", "Table")).isPresent();
        assertThat(schema.kind("apps/v1", "Pod")).isEmpty();
    }

    @Test
    void aTypeMayContainItself() {
        ObjectType props = schema.type("io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps")
                .orElseThrow();
        assertThat(props.field("not").orElseThrow().type()).isEqualTo(new Struct(props));
    }
}
