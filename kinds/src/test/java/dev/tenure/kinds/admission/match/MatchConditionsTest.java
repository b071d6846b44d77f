package dev.tenure.kinds.admission.match;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kinds.admission.AdmittedCluster;
import dev.tenure.kinds.admission.match.MatchConditions.Verdict;
import dev.tenure.kinds.expression.RequestExpressions;
import dev.tenure.kinds.expression.RequestExpressions.Given;
import dev.tenure.kinds.expression.RequestValues;
import dev.tenure.wire.json.Json;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MatchConditionsTest {
    private static final RequestValues POD = new RequestValues(
            Json.object().put("operation", "CREATE"),
            Optional.of(AdmittedCluster.object("{'metadata': {'name': 'web'}}")),
            Optional.empty());

    private static Verdict judge(boolean ignoring, String... expressions) {
        var list = Json.array();
        for (int i = 0; i < expressions.length; i++) {
            list.addObject().put("name", "c" + i).put("expression", expressions[i]);
        }
        return MatchConditions.compile(
                        list, new RequestExpressions(false), new Given(false, true, false), Map.of(), ignoring)
                .judge(POD);
    }

    @Test
    void allMustHold() {
        assertThat(judge(false)).isEqualTo(new Verdict.Holds());
        assertThat(judge(false, "object.metadata.name == 'web'", "request.operation == 'CREATE'"))
                .isEqualTo(new Verdict.Holds());
        assertThat(judge(false, "true", "object.metadata.name == 'db'")).isEqualTo(new Verdict.No("c1"));
    }

    @Test
    void falseOneDecidesWhateverIsWrongWithOthers() {
        assertThat(judge(false, "object.spec.x == 1", "false")).isEqualTo(new Verdict.No("c1"));
    }

    @Test
    void whatIsWrongIsToldInUpstreamsWords() {
        assertThat(judge(false, "object.spec.x == 1"))
                .isEqualTo(new Verdict.Failed("expression 'object.spec.x == 1' resulted in error: no such key: spec"));
        assertThat(judge(false, "object.a", "object.b == 1"))
                .isEqualTo(new Verdict.Failed("[compilation error: must evaluate to bool but got dyn, expression"
                        + " 'object.b == 1' resulted in error: no such key: b]"));
    }

    @Test
    void failuresThatAreIgnoredMakeItNoMatch() {
        assertThat(judge(true, "object.spec.x == 1", "true")).isEqualTo(new Verdict.No(""));
    }

    @Test
    void conditionsShareABudget() {
        String dear = "[1,2,3,4,5,6,7,8,9].all(a, [1,2,3,4,5,6,7,8,9].all(b, [1,2,3,4,5,6,7,8,9].all(c,"
                + " [1,2,3,4,5,6,7,8,9].all(d, [1,2,3,4,5,6,7,8,9].all(e, a + b + c + d + e > 0)))))";
        assertThat(judge(false, dear, dear, dear, dear, dear, dear, dear, dear, dear))
                .isEqualTo(new Verdict.Failed("validation failed due to running out of cost budget, no further"
                        + " validation rules will be run"));
    }
}
