package dev.tenure.wire.json;

import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/// Two threads read a document that nobody has read, and one hands its next state on without any care: all of
/// it is there.
@JCStressTest
@Outcome(id = "node-1, none", expect = Expect.ACCEPTABLE, desc = "the next state is not there yet")
@Outcome(id = "node-1, node-2", expect = Expect.ACCEPTABLE, desc = "all of both states")
@State
public class DocumentRace {
    private final Document document = unread();
    private @Nullable Document next;

    private static Document unread() {
        ObjectNode tree = Json.object();
        tree.putObject("metadata")
                .put("name", "web-" + new Object().hashCode())
                .putObject("labels")
                .put("app", "web");
        tree.putObject("spec")
                .put("nodeName", "node-1")
                .putArray("containers")
                .addObject()
                .put("name", "a");
        return Document.stored(Json.write(tree));
    }

    @Actor
    public void one(LL_Result result) {
        result.r1 = node(document);
        next = document.edit(tree -> tree.withObject("/spec").put("nodeName", "node-2"));
    }

    @Actor
    public void other(LL_Result result) {
        Document seen = next;
        result.r2 = seen == null ? node(document).replace("node-1", "none") : node(seen);
    }

    private static String node(Document document) {
        boolean whole = document.tree().at("/spec/containers/0/name").asText().equals("a")
                && document.tree().at("/metadata/labels/app").asText().equals("web");
        return whole ? document.text("spec", "nodeName") : "in part";
    }
}
