package dev.tenure.kinds.expression.library;

import static dev.tenure.kinds.expression.library.Functions.FLAG;
import static dev.tenure.kinds.expression.library.Functions.TEXT;
import static dev.tenure.kinds.expression.library.Functions.WHOLE;
import static dev.tenure.kinds.expression.library.Functions.text;

import dev.cel.common.types.CelType;
import dev.cel.common.types.OpaqueType;
import dev.tenure.apiserver.registry.field.Addresses;
import dev.tenure.model.meta.Quoted;
import java.util.Map;
import java.util.Optional;

/// IP addresses and ranges of them. Upstream: apiserver/pkg/cel/library/ip.go, cidr.go.
final class AddressLibrary {
    static final CelType IP = OpaqueType.create("net.IP");
    static final CelType CIDR = OpaqueType.create("net.CIDR");

    private AddressLibrary() {}

    static Functions functions() {
        var all = new Functions(Map.of(IP, IpAddress.class, CIDR, IpRange.class));
        all.function("isIP", "is_ip", FLAG, in -> parse(text(in[0])).isPresent(), TEXT);
        all.function("ip", "string_to_ip", IP, in -> ip(text(in[0])), TEXT);
        all.function(
                "ip.isCanonical",
                "ip_is_canonical",
                FLAG,
                in -> ip(text(in[0])).canonical().equals(in[0]),
                TEXT);
        all.function("string", "ip_to_string", TEXT, in -> ip(in[0]).canonical(), IP);
        all.member("family", "ip_family", WHOLE, in -> ip(in[0]).isV6() ? 6L : 4L, IP);
        all.member("isUnspecified", "ip_is_unspecified", FLAG, in -> ip(in[0]).isUnspecified(), IP);
        all.member("isLoopback", "ip_is_loopback", FLAG, in -> ip(in[0]).isLoopback(), IP);
        all.member(
                "isLinkLocalMulticast",
                "ip_is_link_local_multicast",
                FLAG,
                in -> ip(in[0]).isLocalMulticast(),
                IP);
        all.member(
                "isLinkLocalUnicast",
                "ip_is_link_local_unicast",
                FLAG,
                in -> ip(in[0]).isLocalUnicast(),
                IP);
        all.member(
                "isGlobalUnicast", "ip_is_global_unicast", FLAG, in -> ip(in[0]).isGlobalUnicast(), IP);
        all.function("isCIDR", "is_cidr", FLAG, in -> parseRange(text(in[0])).isPresent(), TEXT);
        all.function("cidr", "string_to_cidr", CIDR, in -> range(text(in[0])), TEXT);
        all.function("string", "cidr_to_string", TEXT, in -> range(in[0]).text(), CIDR);
        all.member("ip", "cidr_ip", IP, in -> range(in[0]).ip(), CIDR);
        all.member(
                "prefixLength",
                "cidr_prefix_length",
                WHOLE,
                in -> (long) range(in[0]).bits(),
                CIDR);
        all.member("masked", "cidr_masked", CIDR, in -> range(in[0]).masked(), CIDR);
        all.member("containsIP", "cidr_contains_ip_ip", FLAG, in -> range(in[0]).contains(ip(in[1])), CIDR, IP);
        all.member(
                "containsIP",
                "cidr_contains_ip_string",
                FLAG,
                in -> range(in[0]).contains(argument(parse(text(in[1])))),
                CIDR,
                TEXT);
        all.member(
                "containsCIDR", "cidr_contains_cidr", FLAG, in -> range(in[0]).contains(range(in[1])), CIDR, CIDR);
        all.member(
                "containsCIDR",
                "cidr_contains_cidr_string",
                FLAG,
                in -> range(in[0]).contains(range(text(in[1]))),
                CIDR,
                TEXT);
        return all;
    }

    private static IpAddress ip(Object argument) {
        return (IpAddress) argument;
    }

    private static IpRange range(Object argument) {
        return (IpRange) argument;
    }

    private static Optional<IpAddress> parse(String text) {
        return Addresses.parse(text)
                .filter(ip -> ip.strict() && !ip.mapped())
                .map(ip -> new IpAddress(ip.canonical(), ip.bytes()));
    }

    private static IpAddress ip(String text) {
        return parse(text).orElseThrow(() -> new IllegalArgumentException(fault(text)));
    }

    private static String fault(String text) {
        return AddressFaults.of(text)
                .map(fault ->
                        "IP Address %s parse error during conversion from string: %s".formatted(Quoted.of(text), fault))
                .orElseGet(() -> text.contains("%")
                        ? "IP address %s with zone value is not allowed".formatted(Quoted.of(text))
                        : mapped(text));
    }

    private static String mapped(String text) {
        return "IPv4-mapped IPv6 address %s is not allowed".formatted(Quoted.of(text));
    }

    private static Optional<IpRange> parseRange(String text) {
        return Addresses.parseRange(text)
                .filter(range ->
                        range.strictBits() && range.ip().strict() && !range.ip().mapped())
                .map(range -> new IpRange(
                        new IpAddress(range.ip().canonical(), range.ip().bytes()), range.bits()));
    }

    private static IpRange range(String text) {
        return parseRange(text)
                .orElseThrow(
                        () -> new IllegalArgumentException("network address parse error during conversion from string: "
                                + AddressFaults.ofRange(text)
                                        .map(fault ->
                                                "network address parse error during conversion from string: " + fault)
                                        .orElseGet(() -> mapped(text))));
    }

    /// @throws IllegalArgumentException when there is none, of which upstream says nothing here
    private static IpAddress argument(Optional<IpAddress> parsed) {
        return parsed.orElseThrow(() -> new IllegalArgumentException("no such overload"));
    }
}
