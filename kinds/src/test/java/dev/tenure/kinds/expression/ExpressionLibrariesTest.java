package dev.tenure.kinds.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.apiserver.schema.Structural;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The functions that Kubernetes adds to the language, each called once and more, and nested objects.
class ExpressionLibrariesTest {
    private static final String SCHEMA = """
        {"type": "object", "properties": {
          "o": {"type": "object", "properties": {"a": {"type": "string"},
                "deep": {"type": "object", "properties": {"b": {"type": "integer"}}}}},
          "bare": {"type": "object"},
          "list": {"type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"}}}},
          "texts": {"type": "array", "items": {"type": "string"}},
          "map": {"type": "object", "additionalProperties": {"type": "object",
                  "properties": {"on": {"type": "boolean"}}}},
          "set": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}},
          "keyed": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"], "items":
                    {"type": "object", "properties": {"name": {"type": "string"}, "v": {"type": "integer"}}}},
          "port": {"x-kubernetes-int-or-string": true},
          "namespace": {"type": "string"},
          "wait": {"type": "string", "format": "duration"}
        }}\
        """;
    private static final String VALUE = """
        {"o": {"a": "x", "deep": {"b": 3}}, "bare": {}, "list": [{"name": "one"}, {"name": "two"}],
         "texts": ["b", "a", "b"], "map": {"k": {"on": true}}, "port": 80, "set": ["x", "y"], "keyed": [{"name": "a", "v": 1}, {"name": "b"}], "namespace": "n", "wait": "90s"}\
        """;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "has(self.o)",
                "has(self.bare) && has(self.o.a)",
                "self.o.a == 'x' && self.o.deep.b == 3",
                "self.list[1].name == 'two' && self.list.all(one, has(one.name))",
                "self.map['k'].on && self.map.all(k, self.map[k].on)",
                "self.map.all(k, v, k == 'k' && v.on) && self.list.exists(i, v, i == 1 && v.name == 'two')",
                "self.list.transformList(i, v, i).sum() == 1",
                "self.map.transformMap(k, v, v.on) == {'k': true}",
                "self.?o.?a.orValue('') == 'x' && self.o.?deep.optMap(d, d.b).orValue(0) == 3",
                "self.__namespace__ == 'n'",
                "type(self.port) == int ? self.port > 1 : string(self.port) == ''",
                "self.wait > duration('1m')",
                "self.set == ['y', 'x'] && self.set + ['z', 'x'] == ['z', 'y', 'x'] && self.set[0] == 'x'",
                "self.keyed == self.keyed.reverse() && size(self.keyed + self.keyed) == 2",
                "timestamp('2024-01-01T00:00:00Z') - duration('1.5s') < timestamp('2024-01-01T00:00:00Z')",
                "duration('90s').getMilliseconds() == 90000 && string(duration('1.5s')) == '1.5s'",
                "uint('18446744073709551615') > uint(1) && int('-9223372036854775808') < 0",
            })
    void rulesReachIntoNestedValues(String rule) {
        assertThat(faults(rule)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "isIP('127.0.0.1') && isIP('::1') && !isIP('127.0.0.256') && !isIP('01.2.3.4') &&"
                        + " !isIP('::ffff:1.2.3.4')",
                "!isIP('fe80::1%eth0')",
                "ip('::1').family() == 6 && ip('1.2.3.4').family() == 4",
                "ip('0.0.0.0').isUnspecified() && !ip('0.0.0.1').isUnspecified()",
                "ip('127.1.2.3').isLoopback() && ip('::1').isLoopback()",
                "ip('224.0.0.1').isLinkLocalMulticast() && !ip('224.0.1.1').isLinkLocalMulticast()",
                "ip('ff02::1').isLinkLocalMulticast() && !ip('fd00::1').isLinkLocalMulticast()",
                "ip('169.254.169.254').isLinkLocalUnicast() && ip('fe80::1').isLinkLocalUnicast()",
                "ip('192.168.0.1').isGlobalUnicast() && !ip('255.255.255.255').isGlobalUnicast()",
                "ip.isCanonical('2001:db8::abcd') && !ip.isCanonical('2001:DB8::ABCD')",
                "string(ip('2001:DB8::ABCD')) == '2001:db8::abcd' && ip('::1') == ip('0::1')",
                "isCIDR('192.168.0.0/16') && !isCIDR('192.168.0.0') && !isCIDR('192.168.0.0/33')",
                "cidr('192.168.0.0/24').containsIP('192.168.0.9') &&"
                        + " !cidr('192.168.0.0/24').containsIP(ip('192.168.1.1'))",
                "cidr('192.168.0.0/16').containsCIDR('192.168.10.0/24')",
                "!cidr('192.168.0.0/24').containsCIDR(cidr('192.168.0.0/23'))",
                "cidr('192.168.1.9/24').masked() == cidr('192.168.1.0/24') && cidr('::1/128').prefixLength() == 128",
                "cidr('192.168.1.9/24').ip() == ip('192.168.1.9') && string(cidr('10.0.0.1/8')) == '10.0.0.1/8'",
                "isURL('https://example.com:80/') && !isURL('../x') && isURL('/path') && !isURL('http://a b/')",
                "url('https://example.com:80/p q?k=a&k=b').getHost() == 'example.com:80'",
                "url('https://[::1]:80/').getHostname() == '::1' && url('https://[::1]:80/').getPort() == '80'",
                "url('https://example.com/with space/').getEscapedPath() == '/with%20space/'",
                "url('https://example.com/?k=a&k=b+c').getQuery() == {'k': ['a', 'b c']}",
                "url('/p').getScheme() == '' && url('HTTPS://x').getScheme() == 'https'",
                "isQuantity('1.3Gi') && isQuantity('1.3G') && !isQuantity('200Kb') && !isQuantity('Three')",
                "quantity('50k').add(quantity('20k')) == quantity('70k') && quantity('50k').sub(20000) =="
                        + " quantity('30k')",
                "quantity('200M').compareTo(quantity('0.2G')) == 0 && quantity('50Mi').isGreaterThan(quantity('50M'))",
                "quantity('50M').isLessThan(quantity('100M')) && sign(quantity('-1')) == -1",
                "quantity('50k').asInteger() == 50000 && quantity('50k').isInteger() && !quantity('1500m').isInteger()",
                "quantity('9999999999999999999999999G').isInteger() == false && quantity('1500m').asApproximateFloat()"
                        + " == 1.5",
                "isSemver('1.2.3-rc.1+b') && !isSemver('v1.0') && isSemver('v1.0', true) && !isSemver('01.2.3')",
                "semver('1.0', true) == semver('1.0.0') && semver('01.01.01', true).minor() == 1",
                "semver('1.2.3').isLessThan(semver('1.10.0')) && semver('1.0.0-a.1').compareTo(semver('1.0.0')) == -1",
                "semver('1.2.3').major() == 1 && semver('1.2.3').patch() == 3",
                "!format.dns1123Label().validate('my-label').hasValue() && format.named('nosuch') == optional.none()",
                "format.named('dns1123Label').value().validate('No!').value().size() > 0",
                "!format.uri().validate('http://x').hasValue() && format.uuid().validate('x').value() == ['does not"
                        + " match the UUID format']",
                "!format.labelValue().validate('').hasValue() &&"
                        + " !format.dns1123LabelPrefix().validate('pre-').hasValue()",
                "'abc 123'.find('[0-9]+') == '123' && 'a1b22'.findAll('[0-9]+') == ['1', '22'] &&"
                        + " 'a1b22'.findAll('[0-9]+', 1) == ['1']",
                "'x'.find('(a+)+$') == '' && 'foo'.matches('^fo+$')",
                "[1, 2, 2].isSorted() && [3, 1].min() == 1 && ['a', 'c'].max() == 'c' && [1.5, 1.5].sum() == 3.0",
                "[duration('1s'), duration('2s')].sum() == duration('3s') && [].sum() == 0",
                "[1, 2, 2].indexOf(2) == 1 && [1, 2, 2].lastIndexOf(2) == 2 && 'abcb'.lastIndexOf('b') == 3",
                "sets.contains([1, 2], [2]) && sets.equivalent([1], [1, 1]) && sets.intersects([1], [1, 2])",
                "[[1], [2, 3]].flatten().size() == 3 && lists.range(3) == [0, 1, 2] && [2, 1].sort() == [1, 2]",
                "[1, 1, 2].distinct() == [1, 2] && [1, 2, 3].slice(0, 2) == [1, 2] && [1, 2].reverse() == [2, 1]",
                "[{'n': 2}, {'n': 1}].sortBy(e, e.n)[0].n == 1",
                "'a,b'.split(',') == ['a', 'b'] && ['a', 'b'].join('-') == 'a-b' && 'ab'.upperAscii() == 'AB' && ' x"
                        + " '.trim() == 'x'",
                "'hello'.replace('l', 'L', 1) == 'heLlo' && 'hello'.substring(1, 3) == 'el' && 'hello'.charAt(1) =="
                        + " 'e'",
                "'%s is %d, %.2f, %x, %s'.format(['a', 3, 1.5, 255, [1, 'b']]) == 'a is 3, 1.50, ff, [1, \"b\"]'",
                "'%s'.format([timestamp('2024-01-01T00:00:00Z') + duration('100ms')]) == '2024-01-01T00:00:00.1Z'",
                "'%.10e'.format([-0.0]) == '0.000000×10⁰⁰' && '%s'.format([timestamp('2024-01-01T00:00:00Z')]) =="
                        + " '2024-01-01T00:00:00Z'",
                "strings.quote('a\"b') == '\"a\\\\\"b\"'",
                "1 < 1.5 && 2u > 1",
            })
    void everyFunctionOfKubernetesIsThere(String rule) {
        assertThat(faults(rule)).isEmpty();
    }

    @Test
    void whatCannotBeReadIsReportedWithTheRule() {
        assertThat(faults("ip('x') == ip('y')")).singleElement().asString().contains("IP Address \"x\" parse error");
        assertThat(faults("quantity('x').isInteger()"))
                .singleElement()
                .asString()
                .contains("evaluating rule");
    }

    /// Compiled, it would take a processor for long, and much memory.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "'a'.matches(['(a{1000})', '{1000}'].join())",
                "matches('a', ['(a{1000})', '{1000}'].join())",
                "'a'.find(['(a{1000})', '{1000}'].join()) == ''",
                "'a'.findAll(['(a{1000})', '{1000}'].join()).size() == 0"
            })
    void whatIsMadeToAPatternThatIsTooLargeIsNone(String rule) {
        assertThat(faults(rule)).singleElement().asString().contains("invalid repeat count: `{1000}`");
    }

    /// Go reads these; a JDK reads none of them.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "timestamp('2020-01-01T00:00:00,5Z') == timestamp('2020-01-01T00:00:00.5Z')",
                "timestamp('2020-01-01T0:00:00.1234567899Z') == timestamp('2020-01-01T00:00:00.123456789Z')",
                "timestamp('2020-01-02T00:00:00+24:00') == timestamp('2020-01-01T00:00:00Z')",
                "timestamp('2020-01-01T13:00:00+12:60') == timestamp('2020-01-01T00:00:00Z')",
                "timestamp('2020-01-01T00:00:00Z').getHours('24:00') == 0",
                "timestamp('2020-01-01T00:00:00Z').getHours('99:99') == 4",
                "timestamp('2020-01-01T00:00:00Z').getMinutes('-1:5') == 55",
                "timestamp('2020-01-01T00:00:00Z').getDate('-23:59') == 31",
                "timestamp('2020-01-01T00:00:00Z').getDayOfWeek('') == 3",
            })
    void momentsAndOffsetsAreReadAsByGo(String rule) {
        assertThat(faults(rule)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "timestamp('2020-01-01T00:00:00+24:61') != timestamp('2020-01-01T00:00:00Z')",
                "timestamp('9999-12-31T23:59:59-01:00') != timestamp('2020-01-01T00:00:00Z')",
                "timestamp('0001-01-01T00:00:00+00:01') != timestamp('2020-01-01T00:00:00Z')",
            })
    void whatIsNoMomentIsRefused(String rule) {
        assertThat(faults(rule)).isNotEmpty().first().asString().contains("invalid timestamp argument");
    }

    @Test
    void zonesThatAreNoneAreToldInTheWordsOfGo() {
        assertThat(faults("timestamp('2020-01-01T00:00:00Z').getHours(':') == 1"))
                .singleElement()
                .asString()
                .contains("strconv.Atoi: parsing \"\": invalid syntax");
        assertThat(faults("timestamp('2020-01-01T00:00:00Z').getHours('../etc') == 1"))
                .singleElement()
                .asString()
                .contains("time: invalid location name");
    }

    /// Upstream prepares a message only when its rule can be run.
    @Test
    void theMessageOfARuleThatCannotBeRunIsNotJudged() {
        ObjectNode schema = Json.readObject(SCHEMA.getBytes(StandardCharsets.UTF_8));
        schema.putArray("x-kubernetes-validations")
                .addObject()
                .put("rule", "1 + 1")
                .put("messageExpression", "1");
        List<String> parts = new ArrayList<>();
        SchemaExpressions.of(Structural.of(schema), false)
                .orElseThrow()
                .judge(new Path("schema"), _ -> true, judged -> parts.add(judged.part()));
        assertThat(parts).containsExactly("rule");
    }

    /// What is wrong with the rule itself or with the value under it.
    private static List<String> faults(String rule) {
        ObjectNode schema = Json.readObject(SCHEMA.getBytes(StandardCharsets.UTF_8));
        schema.putArray("x-kubernetes-validations").addObject().put("rule", rule);
        SchemaExpressions expressions =
                SchemaExpressions.of(Structural.of(schema), false).orElseThrow();
        List<String> faults = new ArrayList<>();
        expressions.judge(new Path("schema"), _ -> true, judged -> {
            if (!judged.fault().isEmpty()) {
                faults.add(judged.fault());
            }
        });
        JsonNode value = Json.readObject(VALUE.getBytes(StandardCharsets.UTF_8));
        FieldErrors errors = new FieldErrors();
        expressions.validate(value, new Path("spec"), errors);
        errors.list().forEach(error -> faults.add(error.text()));
        return faults;
    }
}
