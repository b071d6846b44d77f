package dev.tenure.wire.patch.managedfields;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.schema.GroupVersionKind;
import dev.tenure.wire.schema.ObjectType;
import dev.tenure.wire.schema.Schema;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/// Two threads go down the places of an object at once: both find the same ones, and the steps to them.
@JCStressTest
@Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "both find the places")
@State
public class FieldPlaceRace {
    private static final ObjectType POD =
            Schema.builtIn().kind(GroupVersionKind.of("v1", "Pod")).orElseThrow();

    private final FieldPlace pod = FieldPlace.of(POD);
    private final String name = "c" + new Object().hashCode();
    private final ObjectNode container = Json.object().put("name", name);
    private final FieldPlace[] seen = new FieldPlace[2];

    @Actor
    public void one(III_Result result) {
        result.r1 = image(0);
    }

    @Actor
    public void other(III_Result result) {
        result.r2 = image(1);
    }

    /// 1 when the steps to a container and to its image are what they should be.
    private int image(int actor) {
        FieldPlace containers = pod.named("spec").place().named("containers").place();
        FieldPlace.Child image = containers.element().named("image");
        seen[actor] = image.place();
        String steps = containers.item(container).text() + image.step().text();
        return steps.equals("k:{\"name\":\"" + name + "\"}f:image") ? 1 : 0;
    }

    @Arbiter
    public void afterwards(III_Result result) {
        result.r3 = seen[0] == seen[1] ? 1 : 0;
    }
}
