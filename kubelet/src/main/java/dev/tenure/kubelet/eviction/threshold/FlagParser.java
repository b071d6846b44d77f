package dev.tenure.kubelet.eviction.threshold;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The flags `--eviction-hard=memory.available<1Gi,nodefs.available<10%` and their like → maps. A later
/// entry for a signal wins. Upstream: component-base/cli/flag.
public final class FlagParser {
    private FlagParser() {}

    /// Values of `--eviction-hard` and `--eviction-soft`: signals, `<`, amounts.
    ///
    /// @throws ThresholdException when an entry has no `<`
    public static Map<String, String> thresholds(List<String> values) {
        return pairs(values, '<', "malformed pair, expect string<string");
    }

    /// Values of the flags of grace periods and minimum reclaims: signals, `=`, texts.
    ///
    /// @throws ThresholdException when an entry has no `=`
    public static Map<String, String> assignments(List<String> values) {
        return pairs(values, '=', "malformed pair, expect string=string");
    }

    private static Map<String, String> pairs(List<String> values, char separator, String refusal) {
        var pairs = new TreeMap<String, String>();
        for (String value : values) {
            for (String pair : value.split(",", -1)) {
                if (pair.isEmpty()) {
                    continue;
                }
                int at = pair.indexOf(separator);
                if (at < 0) {
                    throw new ThresholdException(refusal);
                }
                pairs.put(pair.substring(0, at).strip(), pair.substring(at + 1).strip());
            }
        }
        return pairs;
    }
}
