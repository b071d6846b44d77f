package dev.tenure.scheduler.device;

import dev.tenure.model.device.Device;
import dev.tenure.rules.device.DeviceMatcher;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/// Answers of selectors about the devices that are offered. They hold from pod to pod, until a slice changes:
/// pods with claims of one kind ask of all devices but the ones that are taken whether they are meant.
/// Confined to one loop.
public final class RememberedSelectors implements DeviceMatcher {
    /// With more answers than that it begins anew.
    private static final int ANSWERS_MAX = 200_000;

    private final DeviceMatcher matcher;
    private final IdentityHashMap<Device, Map<String, Answer>> answers = new IdentityHashMap<>();
    private OfferedSlices slices = OfferedSlices.NONE;
    private int count;

    /// @param matcher whose answers are the same whenever it is asked the same
    public RememberedSelectors(DeviceMatcher matcher) {
        this.matcher = matcher;
    }

    /// To be asked about devices of these slices from now on.
    public RememberedSelectors about(OfferedSlices offered) {
        if (offered != slices) {
            slices = offered;
            forget();
        }
        return this;
    }

    private void forget() {
        answers.clear();
        count = 0;
    }

    @Override
    public Answer matches(String expression, String driver, Device device) {
        Answer known = answers.getOrDefault(device, Map.of()).get(expression);
        if (known != null) {
            return known;
        }
        if (count >= ANSWERS_MAX) {
            forget();
        }
        Answer answer = matcher.matches(expression, driver, device);
        answers.computeIfAbsent(device, _ -> new HashMap<>()).put(expression, answer);
        count++;
        return answer;
    }
}
