package dev.tenure.kinds.admission;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.kinds.admission.defaultingressclass.DefaultIngressClass;
import dev.tenure.kinds.admission.defaulttolerationseconds.DefaultTolerationSeconds;
import dev.tenure.kinds.admission.deviceaccess.DeviceAccess;
import dev.tenure.kinds.admission.extendedresourcetoleration.ExtendedResourceToleration;
import dev.tenure.kinds.admission.limitranger.LimitRanger;
import dev.tenure.kinds.admission.namespacelifecycle.NamespaceLifecycle;
import dev.tenure.kinds.admission.noderestriction.NodeRestriction;
import dev.tenure.kinds.admission.nodetaint.TaintNodesByCondition;
import dev.tenure.kinds.admission.podnodeselector.PodNodeSelector;
import dev.tenure.kinds.admission.podresize.NodeDeclaredFeatureValidator;
import dev.tenure.kinds.admission.podresize.PodResizeValidator;
import dev.tenure.kinds.admission.podsecurity.PodSecurityAdmission;
import dev.tenure.kinds.admission.podtolerationrestriction.PodTolerationRestriction;
import dev.tenure.kinds.admission.podtopologylabels.PodTopologyLabels;
import dev.tenure.kinds.admission.policy.MutatingPolicies;
import dev.tenure.kinds.admission.policy.ValidatingPolicies;
import dev.tenure.kinds.admission.priority.PriorityAdmission;
import dev.tenure.kinds.admission.resourcequota.ResourceQuotaAdmission;
import dev.tenure.kinds.admission.runtimeclass.RuntimeClassAdmission;
import dev.tenure.kinds.admission.serviceaccount.ServiceAccountAdmission;
import dev.tenure.kinds.admission.serviceaddresses.ServiceAddresses;
import dev.tenure.kinds.admission.storage.DefaultStorageClass;
import dev.tenure.kinds.admission.storage.PersistentVolumeClaimResize;
import dev.tenure.kinds.admission.storage.StorageObjectInUseProtection;
import dev.tenure.kinds.admission.webhook.MutatingAdmissionWebhook;
import dev.tenure.kinds.admission.webhook.ValidatingAdmissionWebhook;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/// All plugins that flags turn on and off, in upstream's order, and whether they are on unless a flag says
/// otherwise; ServiceAddresses and DeviceAccess are no plugins upstream.
public final class PluginCatalogue {
    private static final List<Entry> ORDER = List.of(
            on((options, random) -> new NamespaceLifecycle()),
            on((options, random) -> new LimitRanger()),
            on((options, random) -> new ServiceAccountAdmission(random)),
            off((options, random) -> new NodeRestriction()),
            on((options, random) -> new TaintNodesByCondition()),
            on((options, random) -> new PodSecurityAdmission(options.podSecurity())),
            off((options, random) -> new PodNodeSelector(options.nodeSelectors())),
            on((options, random) -> new PriorityAdmission()),
            on((options, random) ->
                    new DefaultTolerationSeconds(options.notReadySeconds(), options.unreachableSeconds())),
            off((options, random) ->
                    new PodTolerationRestriction(options.tolerations("default"), options.tolerations("whitelist"))),
            off((options, random) -> new ExtendedResourceToleration()),
            on((options, random) -> new DefaultStorageClass()),
            on((options, random) -> new StorageObjectInUseProtection()),
            on((options, random) -> new PersistentVolumeClaimResize()),
            on((options, random) -> new RuntimeClassAdmission()),
            on((options, random) -> new DefaultIngressClass()),
            on((options, random) -> new PodTopologyLabels()),
            on((options, random) -> new NodeDeclaredFeatureValidator()),
            on((options, random) -> new PodResizeValidator()),
            on((options, random) -> new DeviceAccess()),
            on((options, random) -> new MutatingPolicies(Optional.empty())),
            on((options, random) -> new MutatingAdmissionWebhook()),
            on((options, random) -> new ValidatingPolicies(Optional.empty())),
            on((options, random) -> new ValidatingAdmissionWebhook()),
            on((options, random) -> new ResourceQuotaAdmission()),
            on((options, random) -> new ServiceAddresses(options.services(), random)));

    /// Upstream's others. There are none of them here: turning them off is granted, turning them on is not.
    private static final Set<String> ABSENT = Set.of(
            "AlwaysAdmit",
            "AlwaysDeny",
            "AlwaysPullImages",
            "CertificateApproval",
            "CertificateSigning",
            "CertificateSubjectRestriction",
            "ClusterTrustBundleAttest",
            "DenyServiceExternalIPs",
            "EventRateLimit",
            "ImagePolicyWebhook",
            "LimitPodHardAntiAffinityTopology",
            "NamespaceAutoProvision",
            "NamespaceExists",
            "OwnerReferencesPermissionEnforcement");

    private record Entry(boolean onByDefault, BiFunction<AdmissionOptions, RandomGenerator, AdmissionPlugin> maker) {}

    private PluginCatalogue() {}

    private static Entry on(BiFunction<AdmissionOptions, RandomGenerator, AdmissionPlugin> maker) {
        return new Entry(true, maker);
    }

    private static Entry off(BiFunction<AdmissionOptions, RandomGenerator, AdmissionPlugin> maker) {
        return new Entry(false, maker);
    }

    /// The plugins that the options leave on, in order.
    ///
    /// @throws IllegalArgumentException for names that no plugin has
    public static List<AdmissionPlugin> plugins(AdmissionOptions options, RandomGenerator random) {
        List<AdmissionPlugin> all = new ArrayList<>();
        List<AdmissionPlugin> wanted = new ArrayList<>();
        for (Entry entry : ORDER) {
            AdmissionPlugin plugin = entry.maker().apply(options, random);
            String name = plugin.name();
            all.add(plugin);
            boolean on = options.enabled().contains(name) || entry.onByDefault();
            if (on && !options.disabled().contains(name)) {
                wanted.add(plugin);
            }
        }
        Set<String> known = all.stream().map(AdmissionPlugin::name).collect(Collectors.toCollection(HashSet::new));
        check(options, known);
        return wanted;
    }

    private static void check(AdmissionOptions options, Set<String> known) {
        for (String name : options.enabled()) {
            if (ABSENT.contains(name)) {
                throw new IllegalArgumentException(
                        "enable-admission-plugins plugin \"%s\" is one of Kubernetes that Tenure does not have"
                                .formatted(name));
            }
            if (!known.contains(name)) {
                throw unknown("enable-admission-plugins", name, known);
            }
        }
        for (String name : options.disabled()) {
            if (!known.contains(name) && !ABSENT.contains(name)) {
                throw unknown("disable-admission-plugins", name, known);
            }
        }
    }

    private static IllegalArgumentException unknown(String flag, String name, Set<String> known) {
        return new IllegalArgumentException("%s plugin \"%s\" is unknown; there are %s"
                .formatted(flag, name, String.join(", ", new TreeSet<>(known))));
    }
}
