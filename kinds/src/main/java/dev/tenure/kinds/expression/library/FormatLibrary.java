package dev.tenure.kinds.expression.library;

import static dev.tenure.kinds.expression.library.Functions.TEXT;
import static dev.tenure.kinds.expression.library.Functions.text;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.OptionalType;
import dev.tenure.apiserver.registry.field.GoUrl;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.kinds.value.StringFormats;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;

/// Formats of texts by name. Upstream: apiserver/pkg/cel/library/format.go.
final class FormatLibrary {
    static final CelType FORMAT = OpaqueType.create("kubernetes.NamedFormat");
    private static final int LABEL_SIZE = 30;
    private static final int SUBDOMAIN_SIZE = 60;
    private static final int MOMENT_SIZE = 71;
    private static final int UUID_SIZE = 70;

    private static final Map<String, NamedFormat> FORMATS = Map.ofEntries(
            format("dns1123Label", Names::dnsLabel, LABEL_SIZE),
            format("dns1123Subdomain", Names::dnsSubdomain, SUBDOMAIN_SIZE),
            format("dns1035Label", Names::dnsLabelOf1035, LABEL_SIZE),
            format("qualifiedName", Names::qualified, SUBDOMAIN_SIZE),
            format("dns1123LabelPrefix", text -> Names.dnsLabel(Names.frontPart(text)), LABEL_SIZE),
            format("dns1123SubdomainPrefix", text -> Names.dnsSubdomain(Names.frontPart(text)), SUBDOMAIN_SIZE),
            format("dns1035LabelPrefix", text -> Names.dnsLabelOf1035(Names.frontPart(text)), LABEL_SIZE),
            format("labelValue", Names::labelValue, 40),
            format("uri", text -> GoUrl.fault(text).stream().toList(), 1_103),
            format("uuid", recorded("uuid", "does not match the UUID format"), UUID_SIZE),
            format("byte", recorded("byte", "invalid base64"), 84),
            format("date", recorded("date", "invalid date"), MOMENT_SIZE),
            format("datetime", recorded("datetime", "invalid datetime"), MOMENT_SIZE));

    private FormatLibrary() {}

    private static Map.Entry<String, NamedFormat> format(
            String name, Function<String, List<String>> faults, int patternSize) {
        return Map.entry(name, new NamedFormat(name, faults, patternSize));
    }

    private static Function<String, List<String>> recorded(String format, String fault) {
        return text -> StringFormats.valid(format, text) ? List.of() : List.of(fault);
    }

    static Functions functions() {
        var all = new Functions(Map.of(FORMAT, NamedFormat.class));
        all.function(
                "format.named",
                "format-named",
                OptionalType.create(FORMAT),
                in -> Optional.ofNullable(FORMATS.get(text(in[0]))),
                TEXT);
        for (String name : new TreeSet<>(FORMATS.keySet())) {
            all.function("format." + name, "format." + name, FORMAT, _ -> Objects.requireNonNull(FORMATS.get(name)));
        }
        all.member(
                "validate",
                "format-validate",
                OptionalType.create(ListType.create(TEXT)),
                in -> Optional.of(((NamedFormat) in[0]).faults().apply(text(in[1])))
                        .filter(faults -> !faults.isEmpty()),
                FORMAT,
                TEXT);
        return all;
    }
}
