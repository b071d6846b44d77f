package dev.tenure.scheduler.explain;

import dev.tenure.model.core.ResourceList;
import dev.tenure.model.quantity.Quantity;

/// Amounts of resources as quantities that a person can read: exact where that is short, else to the
/// mebibyte.
final class AmountText {
    static final long MEBIBYTE = 1L << 20;

    private static final int LENGTH_MAX = 8;
    private static final long KIBIBYTE = 1L << 10;
    private static final long KILOBYTE = 1_000;

    private AmountText() {}

    static boolean bytes(String resource) {
        return resource.equals(ResourceList.MEMORY) || resource.equals(ResourceList.EPHEMERAL_STORAGE);
    }

    /// @param amount in units or, of cpu, in thousandths
    static String exact(String resource, long amount) {
        if (resource.equals(ResourceList.CPU)) {
            return Quantity.ofMilli(amount, Quantity.Format.DECIMAL_SI).toString();
        }
        boolean decimal = !bytes(resource) || (amount % KIBIBYTE != 0 && amount % KILOBYTE == 0);
        return Quantity.of(amount, decimal ? Quantity.Format.DECIMAL_SI : Quantity.Format.BINARY_SI)
                .toString();
    }

    /// What is there: rounded down.
    static String atMost(String resource, long amount) {
        String text = exact(resource, amount);
        return bytes(resource) && text.length() > LENGTH_MAX ? exact(resource, amount - amount % MEBIBYTE) : text;
    }

    /// What is asked for: rounded up.
    static String atLeast(String resource, long amount) {
        String text = exact(resource, amount);
        return bytes(resource) && text.length() > LENGTH_MAX
                ? exact(resource, amount - amount % MEBIBYTE + MEBIBYTE)
                : text;
    }
}
