package dev.tenure.kinds.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.device.Device;
import dev.tenure.model.device.Device.Attribute;
import dev.tenure.model.device.Device.Binding;
import dev.tenure.model.device.Device.Capacity;
import dev.tenure.model.device.DeviceReach;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.rules.device.DeviceMatcher.Answer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceExpressionCacheTest {
    private static final Map<String, Attribute> ATTRIBUTES = Map.of(
            "model", new Attribute.Text("a100"),
            "numa", new Attribute.Whole(1),
            "fast", new Attribute.Flag(true),
            "version", new Attribute.Version("2.0.1"),
            "example.org/rack", new Attribute.Text("r1"));

    private final DeviceExpressionCache cache = new DeviceExpressionCache();

    private Answer ask(String expression, Map<String, Attribute> attributes) {
        var device = new Device(
                "gpu-0",
                attributes,
                Map.of("memory", Capacity.of(Quantity.parse("40Gi"))),
                List.of(),
                new DeviceReach.Unsaid(),
                List.of(),
                Binding.NONE,
                true);
        return cache.matches(expression, "d.example.com", device);
    }

    private Answer ask(String expression) {
        return ask(expression, ATTRIBUTES);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "device.driver == 'd.example.com'",
                "device.allowMultipleAllocations",
                "device.attributes['d.example.com'].model == 'a100'",
                "device.attributes['d.example.com'].numa >= 1",
                "device.attributes['d.example.com'].fast",
                "device.attributes['d.example.com'].version.isGreaterThan(semver('1.9.0'))",
                "device.attributes['example.org'].rack.startsWith('r')",
                "device.capacity['d.example.com'].memory.compareTo(quantity('40Gi')) == 0",
                "cel.bind(a, device.attributes['d.example.com'], a.model == 'a100' && a.numa == 1)",
                "!('x' in device.attributes['nobody.example.com'])",
                "device.attributes['nobody.example.com'].?x.orValue('none') == 'none'",
                "device.attributes.all(domain, domain.endsWith('example.com') || domain == 'example.org')",
            })
    void whatIsTrueOfADeviceMatches(String expression) {
        assertThat(ask(expression)).isEqualTo(new Answer.Fits(true));
        assertThat(ask(expression)).isEqualTo(new Answer.Fits(true));
    }

    @Test
    void whatIsNotTrueOfADeviceDoesNotMatch() {
        assertThat(ask("device.attributes['d.example.com'].model == 'h100'")).isEqualTo(new Answer.Fits(false));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "device.attributes['d.example.com'].size == 1 | no such key: size",
                "device.attributes['nobody.example.com'].size == 1 | no such key: size",
                "device.capacity['d.example.com'].cores.isGreaterThan(quantity('1')) | no such key: cores",
            })
    void whatIsNotThereFails(String expression, String why) {
        assertThat(ask(expression)).isEqualTo(new Answer.Failed(why));
    }

    @Test
    void anExpressionThatIsNotGoodIsNotRun() {
        assertThat(ask("device.nothing")).isInstanceOf(Answer.NotCompiled.class);
        assertThat(ask("device.driver"))
                .isEqualTo(new Answer.NotCompiled("must evaluate to bool or the unknown type, not string"));
    }

    @Test
    void anAttributeWithoutAKnownValueFails() {
        assertThat(ask("true", Map.of("later", new Attribute.Unknown())))
                .isEqualTo(new Answer.Failed("attribute later: unsupported attribute value"));
        assertThat(ask("true", Map.of("version", new Attribute.Version("1.2"))))
                .isEqualTo(new Answer.Failed(
                        "attribute version: parse semantic version: No Major.Minor.Patch elements found"));
    }

    @Test
    void anExpressionThatCostsTooMuchEnds() {
        String many = "[0,1,2,3,4,5,6,7,8,9]";
        String deep = many + ".all(a, " + many + ".all(b, " + many + ".all(c, " + many + ".all(d, " + many + ".all(e, "
                + many + ".all(f, true))))))";
        assertThat(ask(deep)).isEqualTo(new Answer.Failed("operation cancelled: actual cost limit exceeded"));
    }
}
