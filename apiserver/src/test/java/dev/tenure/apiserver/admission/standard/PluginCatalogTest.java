package dev.tenure.apiserver.admission.standard;

import static dev.tenure.apiserver.admission.FakeCluster.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PluginCatalogTest {
    private static List<String> names(AdmissionOptions options) {
        return PluginCatalog.plugins(options, new Random(1)).stream()
                .map(AdmissionPlugin::name)
                .toList();
    }

    @Test
    void withoutFlagsTheUsualOnesRunInUpstreamsOrder() {
        assertThat(names(AdmissionOptions.standard()))
                .containsSubsequence(
                        "NamespaceLifecycle",
                        "LimitRanger",
                        "ServiceAccount",
                        "TaintNodesByCondition",
                        "PodSecurity",
                        "Priority",
                        "DefaultTolerationSeconds",
                        "DefaultStorageClass",
                        "StorageObjectInUseProtection",
                        "RuntimeClass",
                        "DefaultIngressClass",
                        "PodTopologyLabels",
                        "ResourceQuota")
                .doesNotContain(
                        "NodeRestriction", "PodTolerationRestriction", "ExtendedResourceToleration", "PodNodeSelector");
    }

    @Test
    void flagsTurnPluginsOnAndOffAndOffWins() {
        assertThat(names(AdmissionOptions.standard().enabling(Set.of("PodTolerationRestriction", "NodeRestriction"))))
                .containsSubsequence(
                        "NodeRestriction", "DefaultTolerationSeconds", "PodTolerationRestriction", "RuntimeClass");
        assertThat(names(AdmissionOptions.standard()
                        .enabling(Set.of("Priority"))
                        .disabling(Set.of("Priority", "ValidatingAdmissionWebhook"))))
                .doesNotContain("Priority");
    }

    @Test
    void namesThatNoPluginHasAreRefused() {
        assertThatThrownBy(() -> names(AdmissionOptions.standard().enabling(Set.of("Prority"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(
                        "enable-admission-plugins plugin \"Prority\" is unknown; there are DefaultIngressClass,");
        assertThatThrownBy(() -> names(AdmissionOptions.standard().disabling(Set.of("Prority"))))
                .hasMessageStartingWith("disable-admission-plugins plugin \"Prority\" is unknown");
    }

    @Test
    void whatThereIsNotCannotBeTurnedOn() {
        assertThatThrownBy(() -> names(AdmissionOptions.standard().enabling(Set.of("ImagePolicyWebhook"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("enable-admission-plugins plugin \"ImagePolicyWebhook\" is one of Kubernetes that Tenure"
                        + " does not have");
    }

    @Test
    void configurationIsCheckedWhenItIsRead() {
        assertThatThrownBy(() -> AdmissionOptions.standard()
                        .configured(object("{'plugins':[{'name':'PodTolerationRestriction','configuration':"
                                + "{'default':[{'key':'k','operator':'Exists','value':'v'}]}}]}")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("invalid config: default[0].operator: Invalid value: \"v\"");
    }
}
