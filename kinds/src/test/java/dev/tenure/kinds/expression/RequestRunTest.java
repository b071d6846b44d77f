package dev.tenure.kinds.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.apiserver.authz.Decision;
import dev.tenure.kinds.admission.AdmittedCluster;
import dev.tenure.kinds.expression.RequestExpressions.Given;
import dev.tenure.kinds.expression.RequestExpressions.Outcome;
import dev.tenure.kinds.expression.RequestRun.Result;
import dev.tenure.kinds.expression.library.AccessQuestion;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.Caller;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestRunTest {
    private static final Given ALL = new Given(true, true, false);

    private final List<Attributes> asked = new ArrayList<>();
    private final RequestExpressions language = new RequestExpressions(true);
    private final Map<String, RequestProgram> variables = new LinkedHashMap<>();
    private final RequestValues values = new RequestValues(
                    AdmittedCluster.object("{'operation': 'UPDATE', 'userInfo': {'username': 'ann'}}"),
                    Optional.of(AdmittedCluster.object(
                            "{'metadata': {'name': 'web'}, 'spec': {'replicas': 3, 'x': null}}")),
                    Optional.of(AdmittedCluster.object("{'metadata': {'name': 'web'}, 'spec': {'replicas': 2}}")))
            .asking(
                    new AccessQuestion(
                            attributes -> {
                                asked.add(attributes);
                                return attributes.verb().equals("get")
                                        ? new Decision.Allow("because")
                                        : new Decision.Refuse("never");
                            },
                            Caller.component("ann", List.of(), "test")),
                    new Target("apps", "v1", "deployments", "shop", "web", ""));

    private Result run(String expression) {
        return run(expression, RequestRun.BUDGET);
    }

    private Result run(String expression, long budget) {
        return new RequestRun(variables, values, budget).run(language.program(expression, ALL, Outcome.ANYTHING));
    }

    private void variable(String name, String expression) {
        variables.put(name, language.variable(name, expression, ALL));
    }

    @Test
    void expressionsSeeTheRequestAndItsObjects() {
        assertThat(run("object.spec.replicas > oldObject.spec.replicas")).isEqualTo(new Result.Value(true));
        assertThat(run("request.userInfo.username + '/' + request.operation"))
                .isEqualTo(new Result.Value("ann/UPDATE"));
        assertThat(run("namespaceObject == null && params == null")).isEqualTo(new Result.Value(true));
        assertThat(run("has(object.spec.y) || object.spec.x == null")).isEqualTo(new Result.Value(true));
        assertThat(run("request.namespace"))
                .isEqualTo(
                        new Result.Failed("expression 'request.namespace' resulted in error: no such key: namespace"));
    }

    /// All as upstream 1.36.3 says it.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "1 1 1 in|1:3: Syntax error: mismatched input '1' expecting <EOF>",
                "a.b c.d|1:5: Syntax error: mismatched input 'c' expecting <EOF>",
                "1u ) [ in :|1:4: Syntax error: mismatched input ')' expecting <EOF>",
                "a ? b|1:6: Syntax error: mismatched input '<EOF>' expecting ':'",
                "f(a ]|1:5: Syntax error: mismatched input ']' expecting ')'",
                "1 x|1:3: Syntax error: extraneous input 'x' expecting <EOF>",
                "(1|1:3: Syntax error: missing ')' at '<EOF>'",
                "[1|1:3: Syntax error: mismatched input '<EOF>' expecting {']', ','}",
                "a [ . ? }|1:9: unsupported ident kind",
                "1 +|1:4: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false',"
                        + " 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
            })
    void whatIsNoExpressionIsToldByWhatWouldHaveEndedIt(String expression, String why) {
        assertThat(language.program(expression, ALL, Outcome.ANYTHING).fault())
                .contains("ERROR: <input>:" + why + "\n");
    }

    @Test
    void whatHasNoPartsHasNoneOfAnyName() {
        assertThat(run("has(params.data) || has(object.spec.replicas.x)")).isEqualTo(new Result.Value(false));
        assertThat(run("has(params.data.x)"))
                .isEqualTo(new Result.Failed("expression 'has(params.data.x)' resulted in error: no such key: data"));
        assertThat(run("has(object.spec.replicas) && !has(request.namespace)")).isEqualTo(new Result.Value(true));
    }

    @Test
    void failuresAreToldInUpstreamsWords() {
        assertThat(fault("int(object.metadata.name) == 1")).isEqualTo("type conversion error from 'string' to 'int'");
        assertThat(fault("duration(object.metadata.name) == duration('1s')"))
                .isEqualTo("type conversion error from 'string' to 'google.protobuf.Duration'");
        assertThat(fault("timestamp(object.metadata.name) == timestamp('2020-01-01T00:00:00Z')"))
                .isEqualTo("type conversion error from 'string' to 'google.protobuf.Timestamp'");
        assertThat(fault("object.metadata.name > 1")).isEqualTo("no such overload");
    }

    @Test
    void functionsWithSeveralMeaningsAreChosenByWhatIsThere() {
        assertThat(run("dyn([3, 1]).sum() == 4 && dyn(['b', 'a']).min() == 'a' && !dyn([3, 1]).isSorted()"))
                .isEqualTo(new Result.Value(true));
        assertThat(
                        run(
                                "cidr('10.0.0.0/8').containsIP(dyn('10.1.2.3')) && dyn(quantity('1k')).isLessThan(quantity('2k'))"))
                .isEqualTo(new Result.Value(true));
        assertThat(run("object.metadata.name.indexOf('e') == 1 && dyn(['a']).indexOf('a') == 0"))
                .isEqualTo(new Result.Value(true));
        assertThat(run("string(dyn(ip('1.2.3.4'))) == '1.2.3.4' && string(dyn(1.5)) == '1.5'"))
                .isEqualTo(new Result.Value(true));
    }

    private String fault(String expression) {
        return run(expression) instanceof Result.Failed(String why)
                ? why.substring(why.indexOf(": ", why.indexOf("resulted in")) + 2)
                : "";
    }

    @Test
    void variablesAreWorkedOutWhenTheyAreAskedFor() {
        variable("count", "object.spec.replicas");
        variable("twice", "variables.count * 2");
        variable("lost", "object.spec.nothing");
        assertThat(run("variables.twice == 6")).isEqualTo(new Result.Value(true));
        assertThat(run("variables.lost == 1 || true")).isEqualTo(new Result.Value(true));
        assertThat(run("variables.lost == 1"))
                .isEqualTo(new Result.Failed("expression 'variables.lost == 1' resulted in error: composited variable"
                        + " \"lost\" fails to evaluate: no such key: nothing"));
    }

    @Test
    void variableThatCannotBeCompiledFailsOnlyWhoAsksForIt() {
        variable("bad", "object.spec.replicas +");
        assertThat(run("1 == 1")).isEqualTo(new Result.Value(true));
        assertThat(run("variables.bad == 1"))
                .isInstanceOfSatisfying(
                        Result.Failed.class,
                        failed -> assertThat(failed.why())
                                .startsWith(
                                        "expression 'variables.bad == 1' resulted in error: composited variable \"bad\""
                                                + " fails to compile: compilation failed: ERROR: <input>:1:"));
    }

    @Test
    void nothingIsKnownOfAVariableOfAnotherTypeThanTheLanguagesOwn() {
        variable("address", "url('https://example.com:80/')");
        assertThat(run("variables.address == 'x'")).isEqualTo(new Result.Value(false));
        assertThat(run("variables.address.getHost()")).isEqualTo(new Result.Value("example.com:80"));
    }

    @Test
    void whatVariablesCostCounts() {
        variable("sum", "[1, 2, 3, 4, 5, 6, 7, 8, 9].map(x, x * x).sum()");
        assertThat(run("variables.sum == 285")).isEqualTo(new Result.Value(true));
        assertThat(run("variables.sum == 285", 20)).isInstanceOf(Result.Spent.class);
        assertThat(run("1 == 1", 20)).isEqualTo(new Result.Value(true));
    }

    @Test
    void oneRunMayNotCostTooMuch() {
        String list = "[1,2,3,4,5,6,7,8,9,10]";
        String dear = "%1$s.all(a, %1$s.all(b, %1$s.all(c, %1$s.all(d, %1$s.all(e, %1$s.all(f, a+b+c+d+e+f > 0))))))"
                .formatted(list);
        assertThat(run(dear))
                .isEqualTo(new Result.Failed("expression '" + dear
                        + "' resulted in error: operation cancelled: actual cost limit exceeded"));
    }

    @Test
    void authorizerIsAskedForTheSender() {
        assertThat(run("authorizer.group('apps').resource('deployments').namespace('shop').check('get').allowed()"))
                .isEqualTo(new Result.Value(true));
        assertThat(run("authorizer.requestResource.check('delete').reason()")).isEqualTo(new Result.Value("never"));
        assertThat(run("authorizer.path('/healthz').check('get').reason()")).isEqualTo(new Result.Value("because"));
        assertThat(run("authorizer.serviceAccount('shop', 'robot').group('').resource('pods').subresource('log')"
                        + ".name('p').check('get').errored()"))
                .isEqualTo(new Result.Value(false));
        assertThat(asked)
                .extracting(Attributes::fullResource)
                .containsExactly("deployments", "deployments", "", "pods/log");
        assertThat(asked).extracting(Attributes::namespace).containsExactly("shop", "shop", "", "");
        assertThat(asked.getLast().caller().user()).isEqualTo("system:serviceaccount:shop:robot");
        assertThat(run("authorizer.path(' ').check('get').allowed()"))
                .isEqualTo(new Result.Failed("expression 'authorizer.path(' ').check('get').allowed()' resulted in"
                        + " error: path must not be empty"));
    }
}
