package dev.tenure.apiserver.http.exchange;

import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/// Names for requests, which nobody has to be kept from guessing: random UUIDs without the cost of secure
/// ones.
final class RequestIds {
    private static final long VERSION_4 = 0x4000L;
    private static final long VERSION_MASK = 0xF000L;
    private static final long VARIANT = 0x8000000000000000L;
    private static final long VARIANT_MASK = 0xC000000000000000L;

    private RequestIds() {}

    static String next() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long high = (random.nextLong() & ~VERSION_MASK) | VERSION_4;
        long low = (random.nextLong() & ~VARIANT_MASK) | VARIANT;
        return new UUID(high, low).toString();
    }
}
