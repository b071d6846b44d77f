package dev.tenure.checks.arrows;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// What a class suffix allows, how the parts are put together, and which library is used where.
class WiringTest {
    private static final Set<String> ROOMS_OF_ASSEMBLY = Set.of("launch", "sim", "embed", "checks", "testkit");

    /// Package prefix of a library → package prefixes of ours that may use it. `checks` may use anything.
    private static final Map<String, Set<String>> LIBRARIES = Map.ofEntries(
            Map.entry(
                    "org.eclipse.jetty.",
                    Set.of(
                            "dev.tenure.apiserver.http.",
                            "dev.tenure.node.streaming.",
                            "dev.tenure.console.session.",
                            "dev.tenure.runtime.http.",
                            "dev.tenure.runtime.tunnel.",
                            "dev.tenure.store.grpc.")),
            Map.entry("org.conscrypt.", Set.of("dev.tenure.runtime.tls.", "dev.tenure.apiserver.http.")),
            Map.entry("java.sql.", Set.of("dev.tenure.store.sqlite.")),
            Map.entry("org.sqlite.", Set.of("dev.tenure.store.sqlite.")),
            Map.entry(
                    "org.bouncycastle.", Set.of("dev.tenure.apiserver.", "dev.tenure.launch.", "dev.tenure.runtime.")),
            Map.entry("org.snakeyaml.", Set.of("dev.tenure.wire.")),
            Map.entry(
                    "com.google.protobuf.",
                    Set.of(
                            "dev.tenure.wire.",
                            "dev.tenure.apiserver.openapi.",
                            "dev.tenure.node.cri.",
                            "dev.tenure.store.etcd.")),
            Map.entry(
                    "io.grpc.", Set.of("dev.tenure.node.cri.", "dev.tenure.node.probe.", "dev.tenure.node.streaming.")),
            Map.entry("dev.cel.", Set.of("dev.tenure.kinds.expression.")),
            Map.entry("com.google.common.", Set.of("dev.tenure.kinds.expression.")),
            Map.entry("picocli.", Set.of("dev.tenure.cli.", "dev.tenure.launch.")),
            Map.entry(
                    "io.prometheus.",
                    Set.of(
                            "dev.tenure.runtime.",
                            "dev.tenure.store.",
                            "dev.tenure.client.",
                            "dev.tenure.apiserver.",
                            "dev.tenure.kinds.admission.policy.",
                            "dev.tenure.kinds.admission.webhook.",
                            "dev.tenure.kinds.webhookclient.",
                            "dev.tenure.scheduler.",
                            "dev.tenure.controllers.",
                            "dev.tenure.kubelet.",
                            "dev.tenure.node.",
                            "dev.tenure.simnodes.",
                            "dev.tenure.sim.",
                            "dev.tenure.embed.",
                            "dev.tenure.launch.")));

    /// Rooms whose edges talk to the outside.
    private static final String[] EDGES = {
        "dev.tenure.runtime..",
        "dev.tenure.client..",
        "dev.tenure.store..",
        "dev.tenure.apiserver.http..",
        "dev.tenure.node.probe..",
        "dev.tenure.node.cri..",
        "dev.tenure.node.streaming..",
        "dev.tenure.launch..",
        "dev.tenure.cli..",
        "dev.tenure.checks..",
        "dev.tenure.testkit.fake.."
    };

    /// A rule gives a verdict; a validation tells all that is wrong with an object of a kind.
    private static final String DECISIONS = ".*(Rule|Validation)";

    @Test
    void whatTellsFieldsThatAreWrongIsCalledValidation() {
        noClasses()
                .that()
                .resideInAnyPackage("dev.tenure.apiserver..", "dev.tenure.kinds..")
                .and()
                .haveSimpleNameEndingWith("Rule")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("dev.tenure.apiserver.registry.field.Field")
                .check(Code.MAIN);
    }

    @Test
    void aRuleKnowsOnlyValues() {
        noClasses()
                .that()
                .haveNameMatching(DECISIONS)
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                                "dev.tenure.wire..",
                                "dev.tenure.client..",
                                "dev.tenure.store..",
                                "dev.tenure.runtime.loop..",
                                "dev.tenure.runtime.io..",
                                "java.io..",
                                "java.net..",
                                "java.nio.file..",
                                "java.util.concurrent..")
                        .and(not(assignableTo(JsonNode.class).or(type(Json.class)))))
                .allowEmptyShould(true)
                .check(Code.MAIN);
    }

    /// The API server is the exception: what it checks is the object as it was sent, unknown fields and
    /// wrong types included.
    @Test
    void aRuleReadsNoJsonOutsideTheApiServer() {
        noClasses()
                .that()
                .haveNameMatching(DECISIONS)
                .and()
                .resideOutsideOfPackages("dev.tenure.apiserver..", "dev.tenure.kinds..")
                .should()
                .dependOnClassesThat()
                .areAssignableTo(JsonNode.class)
                .allowEmptyShould(true)
                .check(Code.MAIN);
    }

    /// Trees are our own; streams of any length are read by Jackson.
    @Test
    void jacksonStaysWhereStreamsAreRead() {
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.tenure.wire.patch", "dev.tenure.plan.source", "dev.tenure.checks..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.fasterxml..")
                .check(Code.MAIN);
    }

    @Test
    void aRuleHasNoStateThatChanges() {
        var found = new TreeSet<String>();
        for (JavaClass type : Code.MAIN) {
            if (!type.getName().matches(DECISIONS) || type.isRecord() || type.isInterface()) {
                continue;
            }
            for (JavaField field : type.getFields()) {
                if (!field.getModifiers().contains(JavaModifier.FINAL)) {
                    found.add(field.getFullName());
                }
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void confinedStateDoesNoInputOrOutput() {
        noClasses()
                .that()
                .haveNameMatching(".*(State|Timers|Queue|Parser)")
                .and()
                .resideInAnyPackage(
                        "dev.tenure.rules..",
                        "dev.tenure.scheduler..",
                        "dev.tenure.controllers..",
                        "dev.tenure.kubelet..",
                        "dev.tenure.node..",
                        "dev.tenure.simnodes..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.tenure.client..", "dev.tenure.runtime.io..", "java.net..", "java.nio.file..")
                .allowEmptyShould(true)
                .check(Code.MAIN);
    }

    /// Listed exceptions: the API server follows its own roles, bindings, definitions of kinds, policies,
    /// webhooks and what it looks after, whoever puts the server together.
    private static final Set<String> LOOPS_MADE_AT_HOME = Set.of(
            "RbacLoop",
            "DefinitionLoop",
            "PolicyLoop",
            "WebhookConfigurationLoop",
            "UpkeepLoop",
            "BackendLoop",
            "FlowLoop");

    /// The list of all controllers says how each is made; `launch` and `sim` choose among them and make them.
    private static final String CATALOGUE = "ControllerCatalogue";

    @Test
    void onlyLaunchAndSimPutLoopsTogether() {
        var found = new TreeSet<String>();
        for (JavaClass type : Code.MAIN) {
            if (ROOMS_OF_ASSEMBLY.contains(Code.roomOf(type))
                    || type.getSimpleName().equals(CATALOGUE)) {
                continue;
            }
            for (JavaConstructorCall call : type.getConstructorCallsFromSelf()) {
                JavaClass made = call.getTargetOwner();
                boolean ownPart =
                        Code.roomOf(made).equals("runtime") && Code.roomOf(type).equals("runtime");
                boolean value = made.isRecord();
                if (Code.isOurs(made)
                        && made.getSimpleName().endsWith("Loop")
                        && !ownPart
                        && !value
                        && !LOOPS_MADE_AT_HOME.contains(made.getSimpleName())
                        && !made.equals(type)) {
                    found.add("%s makes a %s".formatted(type.getName(), made.getName()));
                }
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void mainMethodsStandInMainClassesOfTheTop() {
        var found = new TreeSet<String>();
        for (JavaClass type : Code.MAIN) {
            for (JavaMethod method : type.getMethods()) {
                boolean isMain = method.getName().equals("main")
                        && method.getModifiers().contains(JavaModifier.STATIC)
                        && method.getRawReturnType().getName().equals("void");
                boolean top = Set.of("launch", "checks").contains(Code.roomOf(type));
                if (isMain && !(top && type.getSimpleName().endsWith("Main"))) {
                    found.add(method.getFullName());
                }
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void pluginsAreExtensionPoints() {
        classes()
                .that()
                .haveSimpleNameEndingWith("Plugin")
                .and()
                .resideInAPackage("dev.tenure..")
                .should()
                .beInterfaces()
                .allowEmptyShould(true)
                .check(Code.MAIN);
    }

    /// JUnit's extension fills fields of tests, which is what its users know and expect; nothing of the
    /// product is made so.
    @Test
    void nothingIsWiredByMagic() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName("dev.tenure.junit.ClusterExtension")
                .should()
                .dependOnClassesThat()
                .haveNameMatching(
                        "java\\.util\\.(ServiceLoader|ResourceBundle|Observable)|java\\.lang\\.(ThreadLocal"
                                + "|InheritableThreadLocal)|java\\.lang\\.reflect\\.(Method|Field|Constructor|Proxy)"
                                + "|java\\.util\\.concurrent\\.Completable(Future|Stage)|jakarta\\.inject\\..*|javax\\.inject\\..*")
                .check(Code.MAIN);
    }

    @Test
    void noClassIsLookedUpByName() {
        noClasses()
                .should()
                .callMethod(Class.class, "forName", String.class)
                .orShould()
                .callMethod(Class.class, "newInstance")
                .check(Code.MAIN);
    }

    @Test
    void noStaticStateChanges() {
        var found = new TreeSet<String>();
        for (JavaClass type : Code.MAIN) {
            for (JavaField field : type.getFields()) {
                Set<JavaModifier> modifiers = field.getModifiers();
                if (modifiers.contains(JavaModifier.STATIC) && !modifiers.contains(JavaModifier.FINAL)) {
                    found.add(field.getFullName());
                }
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void theCoreRoomsHaveNoThirdPartyCode() {
        classes()
                .that()
                .resideInAnyPackage("dev.tenure.model..", "dev.tenure.rules..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("dev.tenure.model..", "dev.tenure.rules..", "java..", "org.jspecify..")
                .check(Code.MAIN);
    }

    @Test
    void everyLibraryHasItsPlace() {
        var found = new TreeSet<String>();
        for (JavaClass type : Code.MAIN) {
            if (Code.roomOf(type).equals("checks") || Code.roomOf(type).equals("testkit")) {
                continue;
            }
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                String target = dependency.getTargetClass().getName();
                LIBRARIES.forEach((library, places) -> {
                    String own = type.getPackageName() + ".";
                    if (target.startsWith(library) && places.stream().noneMatch(own::startsWith)) {
                        found.add("%s uses %s".formatted(type.getName(), target));
                    }
                });
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void onlyEdgesTouchSockets() {
        noClasses()
                .that()
                .resideOutsideOfPackages(EDGES)
                .should()
                .dependOnClassesThat()
                .haveNameMatching("java\\.net\\.(http\\..*|.*Socket|URLConnection|HttpURLConnection)"
                        + "|javax\\.net\\..*|java\\.nio\\.channels\\..*Channel")
                .check(Code.MAIN);
    }
}
