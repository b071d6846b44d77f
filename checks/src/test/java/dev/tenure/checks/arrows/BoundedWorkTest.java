package dev.tenure.checks.arrows;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import dev.tenure.model.meta.Frozen;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What users can make slow by the texts they choose is not used where their texts arrive.
class BoundedWorkTest {
    /// They walk past every key with the same hash; [Frozen] does not.
    @Test
    void noMapOfUsersTextsDegradesUnderEqualHashes() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "dev.tenure.model..",
                        "dev.tenure.wire..",
                        "dev.tenure.rules..",
                        "dev.tenure.apiserver..",
                        "dev.tenure.kinds..",
                        "dev.tenure.client..",
                        "dev.tenure.scheduler..",
                        "dev.tenure.controllers..",
                        "dev.tenure.kubelet..",
                        "dev.tenure.node..",
                        "dev.tenure.simnodes..")
                .and()
                .doNotHaveFullyQualifiedName(Frozen.class.getName())
                .should()
                .callMethod(Map.class, "copyOf", Map.class)
                .orShould()
                .callMethod(Set.class, "copyOf", Collection.class)
                .check(Code.MAIN);
    }

    /// java.util.regex takes exponential time for some expressions, and a stack as deep as the text is long
    /// for others.
    @Test
    void patternsOfTheServerTakeLinearTime() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "dev.tenure.model..",
                        "dev.tenure.wire..",
                        "dev.tenure.rules..",
                        "dev.tenure.apiserver..",
                        "dev.tenure.kinds..",
                        "dev.tenure.scheduler..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.util.regex..")
                .orShould()
                .callMethod(String.class, "matches", String.class)
                .orShould()
                .callMethod(String.class, "replaceAll", String.class, String.class)
                .orShould()
                .callMethod(String.class, "replaceFirst", String.class, String.class)
                .check(Code.MAIN);
    }
}
