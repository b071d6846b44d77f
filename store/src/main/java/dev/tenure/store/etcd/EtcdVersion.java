package dev.tenure.store.etcd;

import dev.tenure.store.StoreUnavailableException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Which etcd is new enough: those before tell of progress on a watch before the changes that it covers (etcd's issue
/// 15220), so that reads could miss what was acknowledged. Upstream asks the same of it for consistent reads from its
/// cache.
final class EtcdVersion {
    private static final Pattern FORM = Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+).*");
    private static final int MINOR_MIN = 5;
    private static final int PATCH_MIN = 13;

    private EtcdVersion() {}

    /// @throws StoreUnavailableException when a member that answers is too old, or none answers
    static void check(EtcdChannel channel) {
        List<Object> statuses = channel.statuses();
        boolean answered = false;
        for (Object status : statuses) {
            if (status instanceof EtcdMessage message) {
                answered = true;
                require(channel, message.text(2));
            }
        }
        if (!answered && statuses.getFirst() instanceof StoreUnavailableException e) {
            throw e;
        }
    }

    private static void require(EtcdChannel channel, String version) {
        if (!isNewEnough(version)) {
            throw new StoreUnavailableException("etcd at %s is version %s: 3.%d.%d or newer is needed"
                    .formatted(channel.servers(), version, MINOR_MIN, PATCH_MIN));
        }
    }

    static boolean isNewEnough(String version) {
        Matcher matcher = FORM.matcher(version);
        if (!matcher.matches()) {
            return false;
        }
        int major = Integer.parseInt(matcher.group(1));
        int minor = Integer.parseInt(matcher.group(2));
        int patch = Integer.parseInt(matcher.group(3));
        return major > 3 || (major == 3 && (minor > MINOR_MIN || (minor == MINOR_MIN && patch >= PATCH_MIN)));
    }
}
