package dev.tenure.kinds.admission;

import static dev.tenure.kinds.admission.AdmittedCluster.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PluginCatalogueTest {
    private static List<String> names(AdmissionOptions options) {
        return PluginCatalogue.plugins(options, new Random(1)).stream()
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
                        "NodeDeclaredFeatureValidator",
                        "PodResizeValidator",
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

    private static AdmissionOptions configured(String plugin, String configuration) {
        return AdmissionOptions.standard()
                .configured(object("{'kind':'AdmissionConfiguration','apiVersion':'apiserver.config.k8s.io/v1',"
                        + "'plugins':[{'name':'" + plugin + "'," + configuration + "}]}"));
    }

    @Test
    void configurationIsCheckedWhenItIsRead() {
        assertThatThrownBy(() -> configured(
                        "PodTolerationRestriction",
                        "'configuration':{'kind':'Configuration',"
                                + "'apiVersion':'podtolerationrestriction.admission.k8s.io/v1alpha1',"
                                + "'default':[{'key':'k','operator':'Exists','value':'v'}]}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("invalid config: default[0].operator: Invalid value: \"v\"");
        assertThatThrownBy(() -> configured(
                        "PodSecurity",
                        "'configuration':{'kind':'PodSecurityConfiguration',"
                                + "'apiVersion':'pod-security.admission.config.k8s.io/v1',"
                                + "'defaults':{'enforce':'strict'}}"))
                .hasMessage(
                        "the configuration of PodSecurity is not valid: defaults: Invalid value: \"strict\": must be"
                                + " one of privileged, baseline, restricted");
    }

    @Test
    void otherDocumentsAreNotConfigurations() {
        assertThatThrownBy(() -> AdmissionOptions.standard().configured(object("{'kind':'Pod','apiVersion':'v1'}")))
                .hasMessage("invalid admission configuration: kind \"Pod\" of apiVersion \"v1\"; expected"
                        + " AdmissionConfiguration of apiserver.config.k8s.io/v1");
        assertThatThrownBy(() -> configured("PodSecurity", "'path':'/etc/x.yaml'"))
                .hasMessage("the admission configuration names the file \"/etc/x.yaml\" for PodSecurity; put what it"
                        + " says under configuration");
    }
}
