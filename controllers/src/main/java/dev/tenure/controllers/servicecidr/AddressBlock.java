package dev.tenure.controllers.servicecidr;

import java.math.BigInteger;
import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;

/// A range of addresses of either family.
///
/// @param network the first address, as a number
/// @param prefix how many bits all addresses share
/// @param bits of an address of the family, 32 or 128
record AddressBlock(BigInteger network, int prefix, int bits) {
    private static final int BITS_OF_BYTE = 8;
    /// Of an address of IPv6 that ends in one of IPv4.
    private static final int LENGTH_MAX = 45;

    /// Empty when the text is no range.
    static Optional<AddressBlock> parse(String text) {
        int slash = text.indexOf('/');
        if (slash < 0 || !text.substring(slash + 1).matches("[0-9]{1,3}")) {
            return Optional.empty();
        }
        return address(text.substring(0, slash))
                .flatMap(address -> of(address, Integer.parseInt(text.substring(slash + 1))));
    }

    private static Optional<AddressBlock> of(byte[] address, int prefix) {
        int bits = address.length * BITS_OF_BYTE;
        if (prefix > bits) {
            return Optional.empty();
        }
        BigInteger number = new BigInteger(1, address);
        return Optional.of(new AddressBlock(number.shiftRight(bits - prefix).shiftLeft(bits - prefix), prefix, bits));
    }

    /// Of IPv4 the form of four numbers alone, as Go takes it.
    private static Optional<byte[]> address(String text) {
        if (text.length() > LENGTH_MAX) {
            return Optional.empty();
        }
        boolean formed = text.matches("[0-9]{1,3}(\\.[0-9]{1,3}){3}") || text.matches("[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");
        if (!formed) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.ofLiteral(text).getAddress());
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /// Whether the other lies within this one.
    boolean holds(AddressBlock other) {
        return bits == other.bits
                && prefix <= other.prefix
                && other.network.shiftRight(bits - prefix).equals(network.shiftRight(bits - prefix));
    }

    /// Whether a service can have this address of it: never the first, nor the last of IPv4.
    boolean gives(String text) {
        Optional<byte[]> bytes = address(text).filter(found -> found.length * BITS_OF_BYTE == bits);
        if (bytes.isEmpty()) {
            return false;
        }
        BigInteger number = new BigInteger(1, bytes.get());
        BigInteger last = network.add(BigInteger.ONE.shiftLeft(bits - prefix)).subtract(BigInteger.ONE);
        boolean inside = number.compareTo(network) > 0 && number.compareTo(last) <= 0;
        return inside && (bits != Integer.SIZE || !number.equals(last));
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%x/%d", network, prefix);
    }
}
