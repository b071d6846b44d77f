package dev.tenure.wire.schema;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/// Two threads ask at once for the fields of a type: both find each at its place, in one list.
@JCStressTest
@Outcome(id = "2, 1, 2", expect = Expect.ACCEPTABLE, desc = "both find the fields")
@State
public class ObjectTypeRace {
    private static final List<SchemaField> FIELDS = List.of(
            SchemaField.plain("a", new FieldType.Text("string")),
            SchemaField.plain("b", new FieldType.Text("string")),
            SchemaField.plain("c", new FieldType.Text("string")));

    private final ObjectType type = ObjectType.of("Type", "v1.Type", false, () -> FIELDS.subList(0, 3));
    private final Object[] seen = new Object[4];

    @Actor
    public void one(III_Result result) {
        result.r1 = type.place("c");
        seen[0] = type.fields();
        seen[2] = type.message();
    }

    @Actor
    public void other(III_Result result) {
        seen[3] = type.message();
        seen[1] = type.fields();
        result.r2 = type.place("b");
    }

    @Arbiter
    public void afterwards(III_Result result) {
        Set<Object> different = Collections.newSetFromMap(new IdentityHashMap<>());
        different.addAll(Arrays.asList(seen));
        result.r3 = different.size();
    }
}
