package dev.tenure.kinds.expression.library;

import dev.tenure.apiserver.registry.field.Addresses;

/// A range of addresses as a value of expressions, with the address as it was written.
public record IpRange(IpAddress ip, int bits) {
    String text() {
        return ip.canonical() + "/" + bits;
    }

    IpRange masked() {
        var first = new Addresses.Ip(plain().masked(), true, false);
        return new IpRange(new IpAddress(first.canonical(), first.bytes()), bits);
    }

    boolean contains(IpAddress other) {
        return plain().contains(new Addresses.Ip(other.bytes(), true, false));
    }

    boolean contains(IpRange other) {
        return bits <= other.bits && contains(other.ip);
    }

    private Addresses.Range plain() {
        return new Addresses.Range(new Addresses.Ip(ip.bytes(), true, false), bits, true);
    }

    @Override
    public String toString() {
        return text();
    }
}
