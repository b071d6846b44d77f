package dev.tenure.kinds.admission.resourcequota;

import static dev.tenure.kinds.admission.AdmittedCluster.creation;
import static dev.tenure.kinds.admission.AdmittedCluster.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.kinds.admission.AdmittedCluster;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.ObjectNode;
import org.junit.jupiter.api.Test;

class ResourceQuotaAdmissionTest {
    private final ResourceQuotaAdmission plugin = new ResourceQuotaAdmission();
    private final AdmittedCluster cluster = new AdmittedCluster();

    private AdmittedCluster quota(String spec, String hard, String used) {
        return cluster.with(
                ResourceTypes.RESOURCE_QUOTAS,
                "{'metadata':{'name':'q','namespace':'ns'},'spec':%s,'status':{'hard':%s,'used':%s}}"
                        .formatted(spec, hard, used));
    }

    private ObjectNode used() {
        return cluster.tree(
                        cluster.get(ResourceTypes.RESOURCE_QUOTAS, "ns", "q").orElseThrow())
                .withObject("/status/used");
    }

    private static AdmissionRequest pod(String resources) {
        return creation(
                ResourceTypes.PODS,
                "ns",
                object("{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c','resources':" + resources + "}]}}"));
    }

    @Test
    void whatAPodTakesIsCounted() {
        quota("{}", "{'pods':'2','requests.cpu':'1'}", "{'pods':'1','requests.cpu':'600m'}");
        assertThat(cluster.words(plugin, pod("{'requests':{'cpu':'400m'}}"))).isEmpty();
        assertThat(used()).isEqualTo(object("{'pods':'2','requests.cpu':'1'}"));
    }

    @Test
    void whatExceedsTheQuotaIsRefusedAndNotCounted() {
        quota("{}", "{'pods':'2','requests.cpu':'1'}", "{'pods':'1','requests.cpu':'600m'}");
        assertThat(cluster.words(plugin, pod("{'requests':{'cpu':'600m'}}")))
                .isEqualTo("pods \"p\" is forbidden: exceeded quota: q, requested: requests.cpu=600m, used:"
                        + " requests.cpu=600m, limited: requests.cpu=1");
        assertThat(used()).isEqualTo(object("{'pods':'1','requests.cpu':'600m'}"));
    }

    @Test
    void whatAQuotaLimitsMustBeAskedFor() {
        quota("{}", "{'requests.cpu':'1'}", "{'requests.cpu':'0'}");
        assertThat(cluster.words(plugin, pod("{}")))
                .isEqualTo("pods \"p\" is forbidden: failed quota: q: must specify requests.cpu for: c");
    }

    @Test
    void aQuotaThatNobodyCountedYetRefuses() {
        quota("{}", "{'pods':'2'}", "{}");
        assertThat(cluster.words(plugin, pod("{}")))
                .isEqualTo("pods \"p\" is forbidden: status unknown for quota: q, resources: pods");
    }

    @Test
    void aQuotaThatNobodyCountedYetRefusesBeforeAnotherOneIsExceeded() {
        quota("{}", "{'pods':'0'}", "{'pods':'0'}");
        cluster.with(
                ResourceTypes.RESOURCE_QUOTAS,
                "{'metadata':{'name':'r','namespace':'ns'},'spec':{},'status':{'hard':{'pods':'1'},'used':{}}}");
        assertThat(cluster.words(plugin, pod("{}")))
                .isEqualTo("pods \"p\" is forbidden: status unknown for quota: r, resources: pods");
    }

    @Test
    void aLostRaceIsRunAgain() {
        quota("{}", "{'pods':'2'}", "{'pods':'0'}").losing(2);
        assertThat(cluster.words(plugin, pod("{}"))).isEmpty();
        assertThat(used()).isEqualTo(object("{'pods':'1'}"));
    }

    @Test
    void racesThatAreLostForeverEndInARefusal() {
        quota("{}", "{'pods':'2'}", "{'pods':'0'}").losing(1000);
        assertThat(cluster.refusal(plugin, pod("{}"))).isPresent();
    }

    @Test
    void aQuotaThatAnotherServerHasJustStoredCounts() {
        cluster.arriving(
                ResourceTypes.RESOURCE_QUOTAS,
                "{'metadata':{'name':'q','namespace':'ns'},'spec':{},'status':{'hard':{'pods':'1'},'used':{'pods':'0'}}}");
        assertThat(cluster.words(plugin, pod("{}"))).isEmpty();
        assertThat(used()).isEqualTo(object("{'pods':'1'}"));
        assertThat(cluster.words(plugin, pod("{}"))).contains("exceeded quota: q");
    }

    @Test
    void aQuotaWhoseStatusAnotherServerHasJustFilledCounts() {
        quota("{}", "{}", "{}");
        cluster.arriving(
                ResourceTypes.RESOURCE_QUOTAS,
                "{'metadata':{'name':'q','namespace':'ns'},'spec':{},'status':{'hard':{'pods':'0'},'used':{'pods':'0'}}}");
        assertThat(cluster.words(plugin, pod("{}"))).contains("exceeded quota: q");
    }

    @Test
    void thatANamespaceHasNoneIsFoundOutForEachWrite() {
        assertThat(cluster.words(plugin, pod("{}"))).isEmpty();
        cluster.arriving(
                ResourceTypes.RESOURCE_QUOTAS,
                "{'metadata':{'name':'q','namespace':'ns'},'spec':{},'status':{'hard':{'pods':'0'},'used':{'pods':'0'}}}");
        assertThat(cluster.words(plugin, pod("{}"))).contains("exceeded quota: q");
    }

    @Test
    void scopesNarrowAQuota() {
        quota("{'scopes':['BestEffort']}", "{'pods':'0'}", "{'pods':'0'}");
        assertThat(cluster.words(plugin, pod("{'requests':{'cpu':'1'}}"))).isEmpty();
        assertThat(cluster.words(plugin, pod("{}"))).contains("exceeded quota: q");
    }

    @Test
    void anyKindCanBeCounted() {
        quota("{}", "{'count/configmaps':'1','configmaps':'1'}", "{'count/configmaps':'0','configmaps':'0'}");
        AdmissionRequest map = creation(ResourceTypes.CONFIG_MAPS, "ns", object("{'metadata':{'name':'c'}}"));
        assertThat(cluster.words(plugin, map)).isEmpty();
        assertThat(cluster.words(plugin, map)).startsWith("configmaps \"c\" is forbidden: exceeded quota: q");
    }
}
