package dev.tenure.apiserver.admission;

import dev.tenure.apiserver.registry.FieldErrors;
import java.util.List;

/// All plugins in their order. Immutable; safe for use by several threads.
public final class AdmissionChain {
    private final List<AdmissionPlugin> plugins;
    private final List<AdmissionPlugin> first;
    private final List<AdmissionPlugin> last;
    private final ClusterAccess cluster;

    public AdmissionChain(List<AdmissionPlugin> plugins, ClusterAccess cluster) {
        this.plugins = List.copyOf(plugins);
        this.first = plugins.stream().filter(plugin -> !plugin.changesLast()).toList();
        this.last = plugins.stream().filter(AdmissionPlugin::changesLast).toList();
        this.cluster = cluster;
    }

    /// Lets every plugin change the object, and once more when one that is configured from outside has.
    /// Upstream: apiserver/pkg/admission/reinvocation.go.
    ///
    /// @throws dev.tenure.apiserver.registry.RefusedException when one refuses
    public void mutate(AdmissionRequest request) {
        mutate(request, first);
        if (request.reinvocation().isWanted()) {
            request.reinvocation().begin();
            mutate(request, first);
        }
        mutate(request, last);
    }

    private void mutate(AdmissionRequest request, List<AdmissionPlugin> some) {
        for (AdmissionPlugin plugin : some) {
            plugin.mutate(request, cluster);
        }
    }

    /// Whether anybody who is configured from outside is to see objects now.
    public boolean shows() {
        for (AdmissionPlugin plugin : plugins) {
            if (plugin.shows()) {
                return true;
            }
        }
        return false;
    }

    /// Lets every plugin report what is wrong with fields of the object; what the kind finds comes behind it.
    public void check(AdmissionRequest request, FieldErrors errors) {
        for (AdmissionPlugin plugin : plugins) {
            plugin.check(request, cluster, errors);
        }
    }

    /// Lets every plugin look at the object as it would be stored.
    ///
    /// @throws dev.tenure.apiserver.registry.RefusedException when one refuses
    public void validate(AdmissionRequest request) {
        for (AdmissionPlugin plugin : plugins) {
            plugin.validate(request, cluster);
        }
    }
}
