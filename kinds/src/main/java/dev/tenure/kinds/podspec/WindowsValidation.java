package dev.tenure.kinds.podspec;

import com.google.re2j.Pattern;
import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.wire.json.BooleanNode;
import java.util.List;

/// What is valid for Windows: its options in security contexts, and what its pods may not have.
final class WindowsValidation {
    private static final int SPEC_KIB_MAX = 64;
    private static final int DOMAIN_MAX = 256;
    private static final int USER_MAX = 104;
    private static final Pattern CONTROL = Pattern.compile("[\\x00-\\x1f\\x7f]");
    private static final Pattern NET_BIOS = Pattern.compile("[^\\\\/:*?\"<>|.][^\\\\/:*?\"<>|]{0,14}");
    private static final String DNS_LABEL = "[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?";
    private static final Pattern DNS = Pattern.compile(DNS_LABEL + "(?:\\." + DNS_LABEL + ")*");
    private static final Pattern BAD_IN_USER = Pattern.compile("[\"/\\\\:;|=,+*?<>@\\[\\]]");
    private static final Pattern DOTS_AND_SPACES = Pattern.compile("[. ]+");
    private static final String NOT_ON_WINDOWS = "cannot be set for a windows pod";
    private static final String NOT_ON_LINUX = "windows options cannot be set for a linux pod";

    private WindowsValidation() {}

    static void options(Field options) {
        if (!options.isSet()) {
            return;
        }
        Field name = options.at("gmsaCredentialSpecName");
        if (name.isSet()) {
            name.mustBe(Names::dnsSubdomain);
        }
        Field spec = options.at("gmsaCredentialSpec");
        if (spec.isSet() && spec.isEmpty()) {
            spec.invalidText("gmsaCredentialSpec cannot be an empty string");
        } else if (spec.isLongerThan(SPEC_KIB_MAX * 1024)) {
            spec.invalidText("gmsaCredentialSpec size must be under " + SPEC_KIB_MAX + " KiB");
        }
        if (options.at("runAsUserName").isSet()) {
            account(options.at("runAsUserName"));
        }
    }

    private static void account(Field account) {
        String[] parts = account.text().split("\\\\", -1);
        if (account.isEmpty()) {
            account.invalidText("runAsUserName cannot be an empty string");
        } else if (CONTROL.matcher(account.text()).find()) {
            account.invalidText("runAsUserName cannot contain control characters");
        } else if (parts.length > 2) {
            account.invalidText("runAsUserName cannot contain more than one backslash");
        } else {
            if (parts.length == 2) {
                domain(account, parts[0]);
            }
            user(account, parts[parts.length - 1]);
        }
    }

    private static void domain(Field account, String domain) {
        if (FieldError.byteLength(domain) >= DOMAIN_MAX) {
            account.invalidText("runAsUserName's Domain length must be under " + DOMAIN_MAX + " characters");
        }
        if (!NET_BIOS.matcher(domain).matches() && !DNS.matcher(domain).matches()) {
            account.invalidText("runAsUserName's Domain doesn't match the NetBios nor the DNS format");
        }
    }

    private static void user(Field account, String user) {
        if (user.isEmpty()) {
            account.invalidText("runAsUserName's User cannot be empty");
        } else if (FieldError.byteLength(user) > USER_MAX) {
            account.invalidText("runAsUserName's User length must not be longer than " + USER_MAX + " characters");
        }
        if (DOTS_AND_SPACES.matcher(user).matches()) {
            account.invalidText("runAsUserName's User cannot contain only periods or spaces");
        }
        if (BAD_IN_USER.matcher(user).find()) {
            account.invalidText("runAsUserName's User cannot contain the following characters: \"/\\:;|=,+*?<>@[]");
        }
    }

    /// Checks that host processes are either all of a pod's containers or none.
    static void hostProcess(Field spec) {
        Field ofPod = spec.at("securityContext", "windowsOptions", "hostProcess");
        int containers = 0;
        int hostProcesses = 0;
        for (Field container : ContainerVisits.all(spec)) {
            containers++;
            Field own = container.at("securityContext", "windowsOptions", "hostProcess");
            if (ofPod.isSet() && own.isSet() && ofPod.flag() != own.flag()) {
                own.invalid("pod hostProcess value must be identical if both are specified, was " + ofPod.flag());
            }
            if (own.isSet() ? own.flag() : ofPod.flag()) {
                hostProcesses++;
            }
        }
        if (hostProcesses == 0) {
            return;
        }
        if (hostProcesses != containers) {
            spec.invalid(
                    "",
                    "If pod contains any hostProcess containers then all containers must be HostProcess containers");
        }
        if (!spec.at("hostNetwork").flag()) {
            spec.errors()
                    .invalid(
                            spec.path().child("hostNetwork").text(),
                            BooleanNode.FALSE,
                            "hostNetwork must be true if pod contains any hostProcess containers");
        }
    }

    static void linuxPod(Field spec) {
        forbid(spec.at("securityContext"), NOT_ON_LINUX, List.of("windowsOptions"));
        for (Field container : ContainerVisits.all(spec)) {
            forbid(container.at("securityContext"), NOT_ON_LINUX, List.of("windowsOptions"));
        }
    }

    static void windowsPod(Field spec) {
        Field context = spec.at("securityContext");
        forbid(context, NOT_ON_WINDOWS, List.of("appArmorProfile", "seLinuxOptions"));
        forbid(spec, NOT_ON_WINDOWS, List.of("hostUsers"));
        for (String flag : List.of("hostPID", "hostIPC")) {
            if (spec.at(flag).flag()) {
                spec.at(flag).forbidden(NOT_ON_WINDOWS);
            }
        }
        forbid(context, NOT_ON_WINDOWS, List.of("seccompProfile", "fsGroup", "fsGroupChangePolicy", "sysctls"));
        forbid(spec, NOT_ON_WINDOWS, List.of("shareProcessNamespace"));
        forbid(
                context,
                NOT_ON_WINDOWS,
                List.of(
                        "runAsUser",
                        "runAsGroup",
                        "supplementalGroups",
                        "supplementalGroupsPolicy",
                        "seLinuxChangePolicy"));
        for (Field container : ContainerVisits.all(spec)) {
            forbid(
                    container.at("securityContext"),
                    NOT_ON_WINDOWS,
                    List.of(
                            "appArmorProfile",
                            "seLinuxOptions",
                            "seccompProfile",
                            "capabilities",
                            "readOnlyRootFilesystem",
                            "privileged",
                            "allowPrivilegeEscalation",
                            "procMount",
                            "runAsUser",
                            "runAsGroup"));
        }
    }

    private static void forbid(Field parent, String why, List<String> names) {
        for (String name : names) {
            if (parent.at(name).isSet()) {
                parent.at(name).forbidden(why);
            }
        }
    }
}
