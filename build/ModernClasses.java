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
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/// Rewrites the classes of jars that were compiled for a Java older than 6 to the class-file version of Java
/// 8, in place. The JVM leaves such old classes out of its AOT cache, since they carry no stack maps; with
/// them a class of picocli is loaded and linked from the cache as any other. What the code does stays the
/// same.
///
/// Usage: `java ModernClasses.java JAR...`
void main(String[] jars) throws IOException {
    for (String jar : jars) {
        rewrite(Path.of(jar));
    }
}

private static final int FIRST_WITH_STACK_MAPS = ClassFile.JAVA_6_VERSION;

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
            ZipEntry copy = new ZipEntry(entry.getName());
            copy.setLastModifiedTime(entry.getLastModifiedTime());
            out.putNextEntry(copy);
            out.write(entry.getName().endsWith(".class") ? modern(classes, bytes) : bytes);
            out.closeEntry();
        }
    }
    Files.move(next, jar, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
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
