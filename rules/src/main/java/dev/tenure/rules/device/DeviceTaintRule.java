package dev.tenure.rules.device;

import dev.tenure.model.device.DeviceTaint;
import dev.tenure.model.device.DeviceToleration;
import java.util.List;

/// Whether tolerations of claims match taints of devices. Upstream: devicetoleration.go.
public final class DeviceTaintRule {
    private DeviceTaintRule() {}

    /// Whether a toleration consents to a taint. What the taint's effect is, one has to ask oneself.
    public static boolean tolerates(DeviceToleration toleration, DeviceTaint taint) {
        if (toleration.effect().isPresent() && toleration.effect().get() != taint.effect()) {
            return false;
        }
        if (!toleration.key().isEmpty() && !toleration.key().equals(taint.key())) {
            return false;
        }
        return switch (toleration.operator()) {
            case UNSPECIFIED, EQUAL -> toleration.value().equals(taint.value());
            case EXISTS -> true;
            case LT, GT, UNKNOWN -> false;
        };
    }

    public static boolean anyTolerates(List<DeviceToleration> tolerations, DeviceTaint taint) {
        for (DeviceToleration toleration : tolerations) {
            if (tolerates(toleration, taint)) {
                return true;
            }
        }
        return false;
    }

    /// Whether one of the taints keeps a device from being given to a claim with these tolerations.
    public static boolean prevents(List<DeviceTaint> taints, List<DeviceToleration> tolerations) {
        for (DeviceTaint taint : taints) {
            boolean keepsOff = switch (taint.effect()) {
                case NO_SCHEDULE, NO_EXECUTE -> true;
                case NONE -> false;
            };
            if (keepsOff && !anyTolerates(tolerations, taint)) {
                return true;
            }
        }
        return false;
    }
}
