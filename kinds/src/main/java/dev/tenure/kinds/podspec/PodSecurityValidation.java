package dev.tenure.kinds.podspec;

import com.google.re2j.Pattern;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What is valid as the security context of a whole pod, and beside its host namespaces and operating system.
final class PodSecurityValidation {
    private static final String SYSCTL = "([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
    private static final Pattern SYSCTL_PATTERN = Pattern.compile(SYSCTL);
    private static final int SYSCTL_MAX = 253;
    private static final List<String> NETWORK_SYSCTLS = List.of("net");
    private static final List<String> IPC_SYSCTLS = List.of("kernel.msg", "kernel.sem", "kernel.shm", "fs.mqueue.");

    private PodSecurityValidation() {}

    static void context(Field spec, PodOptions options) {
        Field context = spec.at("securityContext");
        SecurityValidation.id(context.at("fsGroup"));
        SecurityValidation.id(context.at("runAsUser"));
        SecurityValidation.id(context.at("runAsGroup"));
        context.at("supplementalGroups").items().forEach(SecurityValidation::id);
        if (spec.at("hostPID").flag() && spec.at("shareProcessNamespace").flag()) {
            context.errors()
                    .invalid(
                            context.path().child("shareProcessNamespace").text(),
                            spec.at("shareProcessNamespace").node(),
                            "ShareProcessNamespace and HostPID cannot both be enabled");
        }
        sysctls(spec, options);
        optional(context.at("fsGroupChangePolicy"), "Always", "OnRootMismatch");
        SecurityValidation.seccomp(context.at("seccompProfile"));
        WindowsValidation.options(context.at("windowsOptions"));
        SecurityValidation.appArmor(context.at("appArmorProfile"));
        optional(context.at("supplementalGroupsPolicy"), "Merge", "Strict");
        if (options.mountedSelinuxChange()) {
            optional(context.at("seLinuxChangePolicy"), "MountOption", "Recursive");
        } else {
            optional(context.at("seLinuxChangePolicy"), "Recursive");
        }
    }

    private static void optional(Field field, String... supported) {
        if (field.isSet()) {
            field.mustBeOneOf(supported);
        }
    }

    private static void sysctls(Field spec, PodOptions options) {
        Set<String> seen = new HashSet<>();
        for (Field sysctl : spec.at("securityContext", "sysctls").items()) {
            Field name = sysctl.at("name");
            boolean valid = name.text().length() <= SYSCTL_MAX
                    && SYSCTL_PATTERN.matcher(name.text()).matches();
            if (name.isEmpty()) {
                name.required();
            } else if (!valid) {
                name.invalidText("must have at most " + SYSCTL_MAX + " characters and match regex ^" + SYSCTL + "$");
            } else if (seen.contains(name.text())) {
                name.duplicate();
            }
            if (!options.hostSysctls()) {
                sysctlOfHost(name, spec);
            }
            seen.add(name.text());
        }
    }

    /// Checks that no sysctl is set in a namespace that the pod shares with the host.
    static void sysctlsOfHost(Field spec) {
        spec.at("securityContext", "sysctls").items().forEach(sysctl -> sysctlOfHost(sysctl.at("name"), spec));
    }

    private static void sysctlOfHost(Field name, Field spec) {
        String dotted = dotted(name.text());
        if (spec.at("hostNetwork").flag() && startsWithAny(dotted, NETWORK_SYSCTLS)) {
            name.invalidText("may not be specified when 'hostNetwork' is true");
        } else if (spec.at("hostIPC").flag() && startsWithAny(dotted, IPC_SYSCTLS)) {
            name.invalidText("may not be specified when 'hostIPC' is true");
        }
    }

    private static boolean startsWithAny(String name, List<String> prefixes) {
        return prefixes.stream().anyMatch(name::startsWith);
    }

    /// A name written with slashes, in the form with dots.
    private static String dotted(String name) {
        int slash = name.indexOf('/');
        int dot = name.indexOf('.');
        if (slash < 0 || (dot >= 0 && dot < slash)) {
            return name;
        }
        return name.replace('.', '\0').replace('/', '.').replace('\0', '/');
    }

    /// Checks what does not go with users of the pod's own.
    static void userNamespace(Field spec, PodOptions options) {
        if (ContainerValidation.hostUsers(spec.node())) {
            return;
        }
        for (String name : List.of("hostNetwork", "hostPID", "hostIPC")) {
            if (spec.at(name).flag()) {
                String place = name.equals("hostNetwork") ? name : "H" + name.substring(1);
                spec.at(place).forbidden("when `hostUsers` is false");
            }
        }
        if (options.devicesWithUserNamespace()) {
            return;
        }
        for (Field container : ContainerVisits.all(spec)) {
            if (!container.at("volumeDevices").isEmpty()) {
                container.at("volumeDevices").forbidden("when `hostUsers` is false");
            }
        }
    }

    /// Checks the operating system and what goes with it.
    static void os(Field spec) {
        Field os = spec.at("os");
        if (!os.isSet()) {
            return;
        }
        FieldErrors own = os.errors().another();
        Field name = os.at("name").reportingTo(own);
        if (name.isEmpty()) {
            name.required();
        } else {
            name.under(os.path()).mustBeOneOf("linux", "windows");
        }
        os.errors().addAll(own);
        if (!own.isEmpty()) {
            return;
        }
        if (os.at("name").is("linux")) {
            WindowsValidation.linuxPod(spec);
        } else {
            WindowsValidation.windowsPod(spec);
        }
    }
}
