package dev.tenure.kinds.podspec;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.GoStruct;
import dev.tenure.apiserver.registry.field.GoStruct.Zero;
import dev.tenure.model.meta.GoSpace;
import java.util.List;

/// What is valid as the security context of a container, and the parts that a pod's has as well.
final class SecurityValidation {
    private static final long ID_MAX = Integer.MAX_VALUE;
    private static final int PROFILE_MAX = 4095;
    private static final String LOCAL = "localhostProfile";
    private static final GoStruct CAPABILITIES =
            new GoStruct().with("Add", "add", Zero.NOTHING).with("Drop", "drop", Zero.NOTHING);
    private static final GoStruct SE_LINUX = new GoStruct()
            .with("User", "user", Zero.TEXT)
            .with("Role", "role", Zero.TEXT)
            .with("Type", "type", Zero.TEXT)
            .with("Level", "level", Zero.TEXT);
    private static final GoStruct WINDOWS = new GoStruct()
            .with("GMSACredentialSpecName", "gmsaCredentialSpecName", Zero.NOTHING)
            .with("GMSACredentialSpec", "gmsaCredentialSpec", Zero.NOTHING)
            .with("RunAsUserName", "runAsUserName", Zero.NOTHING)
            .with("HostProcess", "hostProcess", Zero.NOTHING);
    private static final GoStruct PROFILE =
            new GoStruct().with("Type", "type", Zero.TEXT).with("LocalhostProfile", LOCAL, Zero.NOTHING);
    private static final GoStruct CONTEXT = new GoStruct()
            .with("Capabilities", "capabilities", CAPABILITIES)
            .with("Privileged", "privileged", Zero.NOTHING)
            .with("SELinuxOptions", "seLinuxOptions", SE_LINUX)
            .with("WindowsOptions", "windowsOptions", WINDOWS)
            .pointers(
                    "runAsUser",
                    "runAsGroup",
                    "runAsNonRoot",
                    "readOnlyRootFilesystem",
                    "allowPrivilegeEscalation",
                    "procMount")
            .with("SeccompProfile", "seccompProfile", PROFILE)
            .with("AppArmorProfile", "appArmorProfile", PROFILE);

    private SecurityValidation() {}

    /// @param hostUsers whether the pod shares the users of the host
    static void container(Field context, boolean hostUsers) {
        if (!context.isSet()) {
            return;
        }
        id(context.at("runAsUser"));
        id(context.at("runAsGroup"));
        Field mount = context.at("procMount");
        if (mount.isSet()) {
            mount.mustBeOneOf("Default", "Unmasked");
            if (hostUsers && mount.is("Unmasked")) {
                mount.invalidText("`hostUsers` must be false to use `Unmasked`");
            }
        }
        seccomp(context.at("seccompProfile"));
        escalation(context);
        WindowsValidation.options(context.at("windowsOptions"));
        appArmor(context.at("appArmorProfile"));
    }

    private static void escalation(Field context) {
        Field allowed = context.at("allowPrivilegeEscalation");
        if (!allowed.isSet() || allowed.flag()) {
            return;
        }
        if (context.at("privileged").flag()) {
            context.invalid(
                    CONTEXT.of(context.given()),
                    "cannot set `allowPrivilegeEscalation` to false and `privileged` to true");
        }
        for (String capability : context.at("capabilities", "add").texts()) {
            if (capability.equals("CAP_SYS_ADMIN")) {
                context.invalid(
                        CONTEXT.of(context.given()),
                        "cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN");
            }
        }
    }

    /// The number of a user or group, if it is there.
    static void id(Field id) {
        if (id.isSet()) {
            id.mustBeBetween(0, ID_MAX);
        }
    }

    static void seccomp(Field profile) {
        if (!profile.isSet()) {
            return;
        }
        Field type = profile.at("type");
        if (type.isEmpty()) {
            type.required("type is required when seccompProfile is set");
        } else {
            type.mustBeOneOf("Localhost", "RuntimeDefault", "Unconfined");
        }
        Field local = profile.at(LOCAL);
        if (!type.is("Localhost")) {
            if (local.isSet()) {
                local.invalid(PROFILE.of(profile.given()), "can only be set when seccomp type is Localhost");
            }
        } else if (local.isSet()) {
            PathValidation.downwards(local);
        } else {
            local.required("must be set when seccomp type is Localhost");
        }
    }

    static void appArmor(Field profile) {
        if (!profile.isSet()) {
            return;
        }
        Field local = profile.at(LOCAL);
        switch (profile.at("type").text()) {
            case "Localhost" -> localProfile(local);
            case "RuntimeDefault", "Unconfined" -> {
                if (local.isSet()) {
                    local.invalidText("can only be set when AppArmor type is Localhost");
                }
            }
            case "" -> profile.at("type").required("type is required when appArmorProfile is set");
            default -> profile.at("type").unsupported(List.of("Localhost", "RuntimeDefault", "Unconfined"));
        }
    }

    private static void localProfile(Field local) {
        String missing = "must be set when AppArmor type is Localhost";
        if (!local.isSet()) {
            local.required(missing);
            return;
        }
        if (!GoSpace.trimmed(local.text()).equals(local.text())) {
            local.invalidText("must not be padded with whitespace");
        } else if (local.isEmpty()) {
            local.required(missing);
        }
        if (local.isLongerThan(PROFILE_MAX)) {
            local.tooLong(PROFILE_MAX);
        }
    }
}
