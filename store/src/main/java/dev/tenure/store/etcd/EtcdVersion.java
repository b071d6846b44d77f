package dev.tenure.store.etcd;

import dev.tenure.store.StoreUnavailableException;
import dev.tenure.store.etcd.EtcdOptions.Endpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Which etcd is new enough: those before tell of progress on a watch before the changes that it covers
/// (etcd's issue 15220), so that reads could miss what was acknowledged. Upstream asks the same of it for
/// consistent reads from its cache.
final class EtcdVersion {
    private static final Pattern FORM = Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+).*");
    private static final int MINOR_MIN = 5;
    private static final int PATCH_MIN = 13;

    private EtcdVersion() {}

    /// @return of each member that does not answer while others do, why
    /// @throws StoreUnavailableException when a member that answers is too old, when they are not of one
    ///     etcd, or none answers
    static List<String> check(EtcdChannel channel) {
        List<Object> statuses = channel.statuses();
        var clusters = new TreeMap<Long, Endpoint>();
        var silent = new ArrayList<String>();
        for (int i = 0; i < statuses.size(); i++) {
            Endpoint member = channel.servers().endpoints().get(i);
            switch (statuses.get(i)) {
                case EtcdMessage message -> {
                    require(channel, message.text(2));
                    clusters.putIfAbsent(message.message(1).number(1), member);
                }
                case StoreUnavailableException e -> silent.add(String.valueOf(e.getMessage()));
                default -> throw new IllegalStateException("a status is neither an answer nor a failure");
            }
        }
        if (clusters.isEmpty() && statuses.getFirst() instanceof StoreUnavailableException e) {
            throw EtcdProbe.explained(channel.servers(), e);
        }
        requireOne(clusters);
        return silent;
    }

    private static void requireOne(SortedMap<Long, Endpoint> clusters) {
        if (clusters.size() > 1) {
            String each = clusters.entrySet().stream()
                    .map(one -> "%s of %s".formatted(one.getValue(), Long.toHexString(one.getKey())))
                    .collect(Collectors.joining(", "));
            throw new StoreUnavailableException(
                    "the etcd servers are members of different clusters: %s; name the members of one".formatted(each));
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
