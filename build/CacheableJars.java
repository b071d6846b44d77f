import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/// Rewrites jars, in place, so that the JVM keeps their classes in its AOT cache. What the code does stays
/// the same.
///
/// * Classes that were compiled for a Java older than 6 get the class-file version of Java 8: old ones carry
///   no stack maps, and are left out. picocli's are such.
/// * Signatures of jars are dropped: signed classes are left out too, and each one's digest is worked out
///   when it is loaded. BouncyCastle's jars are signed, which only who registers it as a provider of other
///   JDKs needs.
///
/// Usage: `java CacheableJars.java JAR...`
void main(String[] jars) throws IOException {
    for (String jar : jars) {
        rewrite(Path.of(jar));
    }
}

private static final int FIRST_WITH_STACK_MAPS = ClassFile.JAVA_6_VERSION;

private static final Pattern SIGNATURE = Pattern.compile("META-INF/[^/]+\\.(SF|RSA|DSA|EC)");

private static void rewrite(Path jar) throws IOException {
    Path next = Path.of(jar + ".next");
    try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null);
            ZipInputStream in = new ZipInputStream(Files.newInputStream(jar));
            OutputStream file = Files.newOutputStream(next);
            ZipOutputStream out = new ZipOutputStream(file)) {
        var hierarchy = ClassHierarchyResolver.ofResourceParsing(loader)
                .orElse(ClassHierarchyResolver.defaultResolver());
        ClassFile classes = ClassFile.of(
                ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
                ClassFile.ClassHierarchyResolverOption.of(hierarchy));
        for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
            byte[] bytes = in.readAllBytes();
            if (SIGNATURE.matcher(entry.getName()).matches()) {
                continue;
            }
            ZipEntry copy = new ZipEntry(entry.getName());
            copy.setLastModifiedTime(entry.getLastModifiedTime());
            out.putNextEntry(copy);
            out.write(rewritten(entry.getName(), bytes, classes));
            out.closeEntry();
        }
    }
    Files.move(next, jar, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
}

private static byte[] rewritten(String name, byte[] bytes, ClassFile classes) throws IOException {
    if (name.equals(JarFile.MANIFEST_NAME)) {
        return withoutDigests(bytes);
    }
    return name.endsWith(".class") ? modern(classes, bytes) : bytes;
}

/// A manifest with nothing but what it says of the whole jar.
private static byte[] withoutDigests(byte[] manifest) throws IOException {
    Manifest whole = new Manifest(new ByteArrayInputStream(manifest));
    whole.getEntries().clear();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    whole.write(out);
    return out.toByteArray();
}

private static byte[] modern(ClassFile classes, byte[] bytes) {
    ClassModel model = classes.parse(bytes);
    if (model.majorVersion() >= FIRST_WITH_STACK_MAPS) {
        return bytes;
    }
    ClassTransform version = ClassTransform.endHandler(builder -> builder.withVersion(ClassFile.JAVA_8_VERSION, 0));
    return classes.transformClass(
            model, ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL).andThen(version));
}
