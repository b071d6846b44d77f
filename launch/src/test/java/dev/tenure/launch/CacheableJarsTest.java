package dev.tenure.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.Opcode;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the build does to jars whose classes the JVM would leave out of its AOT cache.
final class CacheableJarsTest {
    private static final Path PROGRAM = Path.of("..", "build", "CacheableJars.java");
    private static final MethodTypeDesc NUMBER_TO_NUMBER =
            MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int);

    @TempDir
    private Path folder;

    /// With a branch: from version 50 on that needs a stack map.
    private static byte[] classOf(String name, int version) {
        return ClassFile.of(ClassFile.StackMapsOption.DROP_STACK_MAPS)
                .build(
                        ClassDesc.of(name),
                        made -> made.withVersion(version, 0)
                                .withFlags(ClassFile.ACC_PUBLIC)
                                .withMethodBody(
                                        "positive",
                                        NUMBER_TO_NUMBER,
                                        ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                                        code -> code.iload(0)
                                                .ifThenElse(
                                                        Opcode.IFGT,
                                                        yes -> yes.iconst_1().ireturn(),
                                                        no -> no.iconst_0().ireturn())));
    }

    private Path signedJar() throws IOException {
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Automatic-Module-Name", "old");
        var digest = new Attributes();
        digest.putValue("SHA-256-Digest", "AAAA");
        manifest.getEntries().put("old/Old.class", digest);
        Path jar = folder.resolve("old.jar");
        try (var out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            add(out, "META-INF/SIGNER.SF", "signature".getBytes(StandardCharsets.UTF_8));
            add(out, "META-INF/SIGNER.RSA", "signature".getBytes(StandardCharsets.UTF_8));
            add(out, "META-INF/services/some.Service", "old.Old".getBytes(StandardCharsets.UTF_8));
            add(out, "old/Old.class", classOf("old.Old", ClassFile.JAVA_5_VERSION));
        }
        return jar;
    }

    private static void add(JarOutputStream out, String name, byte[] bytes) throws IOException {
        out.putNextEntry(new JarEntry(name));
        out.write(bytes);
        out.closeEntry();
    }

    private static void rewrite(Path jar) throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(java, PROGRAM.toString(), jar.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("%s", said).isZero();
    }

    @Test
    void oldClassesGetStackMapsAndSignaturesGo() throws Exception {
        Path jar = signedJar();
        rewrite(jar);
        try (var read = new JarFile(jar.toFile(), true);
                var loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
            assertThat(read.stream().map(JarEntry::getName))
                    .containsExactlyInAnyOrder(
                            JarFile.MANIFEST_NAME, "META-INF/services/some.Service", "old/Old.class");
            assertThat(read.getManifest().getEntries()).isEmpty();
            assertThat(read.getManifest().getMainAttributes().getValue("Automatic-Module-Name"))
                    .isEqualTo("old");
            byte[] old = read.getInputStream(read.getEntry("old/Old.class")).readAllBytes();
            assertThat(ClassFile.of().parse(old).majorVersion()).isEqualTo(ClassFile.JAVA_8_VERSION);
            var positive = loader.loadClass("old.Old").getMethod("positive", int.class);
            assertThat(positive.invoke(null, 7)).isEqualTo(1);
            assertThat(positive.invoke(null, -7)).isEqualTo(0);
        }
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).containsExactly(jar);
        }
    }
}
