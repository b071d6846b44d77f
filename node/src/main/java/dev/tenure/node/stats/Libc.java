package dev.tenure.node.stats;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// The few calls into the C library for which the JDK has nothing: file systems' inodes, and waiting for
/// what the kernel has to say. 64-bit Linux. Safe for use by several threads.
final class Libc implements EventFiles {
    static final int READ_ONLY = 0;
    static final int WRITE_ONLY = 1;
    static final int READ_WRITE = 2;
    static final int NON_BLOCKING = 0x800;
    static final short READABLE = 0x001;
    static final short URGENT = 0x002;
    static final short BROKEN = 0x008;

    private static final int STATVFS_BYTES = 112;
    private static final int SYSINFO_BYTES = 112;
    private static final int SYSINFO_PROCESSES = 80;
    private static final int POLLFD_BYTES = 8;
    private static final int REVENTS_OFFSET = 6;
    private static final int EVENTS_OFFSET = 4;

    private final MethodHandle statvfs;
    private final MethodHandle open;
    private final MethodHandle close;
    private final MethodHandle write;
    private final MethodHandle read;
    private final MethodHandle poll;
    private final MethodHandle eventfd;
    private final MethodHandle sysinfo;

    Libc() {
        FunctionDescriptor pathAndPointer =
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS);
        statvfs = handle("statvfs", pathAndPointer);
        open = handle("open", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
        close = handle("close", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
        FunctionDescriptor transfer = FunctionDescriptor.of(
                ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG);
        write = handle("write", transfer);
        read = handle("read", transfer);
        poll = handle(
                "poll",
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT));
        eventfd = handle(
                "eventfd", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
        sysinfo = handle("sysinfo", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
    }

    @SuppressWarnings("restricted")
    private static MethodHandle handle(String name, FunctionDescriptor descriptor) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), descriptor);
    }

    /// Room on a file system.
    ///
    /// @param availableBytes for users without privileges
    record FileSystem(long capacityBytes, long availableBytes, long inodes, long inodesFree) {
        /// Out of the kernel's blocks.
        static FileSystem of(long fragmentBytes, long blocks, long blocksForUsers, long inodes, long inodesFree) {
            return new FileSystem(fragmentBytes * blocks, fragmentBytes * blocksForUsers, inodes, inodesFree);
        }
    }

    /// @throws IOException when the path is on no file system that answers
    FileSystem fileSystem(String path) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment into = arena.allocate(STATVFS_BYTES, Long.BYTES);
            int failed = (int) statvfs.invokeExact(arena.allocateFrom(path), into);
            if (failed != 0) {
                throw new IOException("cannot ask for the file system of " + path);
            }
            return FileSystem.of(
                    into.get(ValueLayout.JAVA_LONG, Long.BYTES),
                    into.get(ValueLayout.JAVA_LONG, 2 * Long.BYTES),
                    into.get(ValueLayout.JAVA_LONG, 4 * Long.BYTES),
                    into.get(ValueLayout.JAVA_LONG, 5 * Long.BYTES),
                    into.get(ValueLayout.JAVA_LONG, 6 * Long.BYTES));
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("statvfs cannot be called", e);
        }
    }

    /// How many tasks the machine has, by its other count, which begins anew at 65536.
    long processes() throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment into = arena.allocate(SYSINFO_BYTES, Long.BYTES);
            if ((int) sysinfo.invokeExact(into) != 0) {
                throw new IOException("the kernel does not tell the number of tasks");
            }
            return Short.toUnsignedLong(into.get(ValueLayout.JAVA_SHORT, SYSINFO_PROCESSES));
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("sysinfo cannot be called", e);
        }
    }

    @Override
    public int open(String path, int flags) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            int descriptor = (int) open.invokeExact(arena.allocateFrom(path), flags);
            if (descriptor < 0) {
                throw new IOException("cannot open " + path);
            }
            return descriptor;
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("open cannot be called", e);
        }
    }

    @Override
    public void close(int descriptor) {
        try {
            int ignored = (int) close.invokeExact(descriptor);
            assert ignored <= 0;
        } catch (Throwable e) {
            throw new IllegalStateException("close cannot be called", e);
        }
    }

    @Override
    public void write(int descriptor, String text) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = arena.allocateFrom(text);
            long written = (long) write.invokeExact(descriptor, bytes, bytes.byteSize());
            if (written < 0) {
                throw new IOException("the kernel does not take \"%s\"".formatted(text));
            }
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("write cannot be called", e);
        }
    }

    @Override
    public void drain(int descriptor) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment count = arena.allocate(Long.BYTES, Long.BYTES);
            long ignored = (long) read.invokeExact(descriptor, count, (long) Long.BYTES);
            assert ignored <= Long.BYTES;
        } catch (Throwable e) {
            throw new IllegalStateException("read cannot be called", e);
        }
    }

    @Override
    public int events() throws IOException {
        try {
            int descriptor = (int) eventfd.invokeExact(0, NON_BLOCKING);
            if (descriptor < 0) {
                throw new IOException("cannot make an event descriptor");
            }
            return descriptor;
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("eventfd cannot be called", e);
        }
    }

    @Override
    public short poll(int descriptor, short wanted, int millis) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment entry = arena.allocate(POLLFD_BYTES, Integer.BYTES);
            entry.set(ValueLayout.JAVA_INT, 0, descriptor);
            entry.set(ValueLayout.JAVA_SHORT, EVENTS_OFFSET, wanted);
            int ready = (int) poll.invokeExact(entry, 1L, millis);
            return ready > 0 ? entry.get(ValueLayout.JAVA_SHORT, REVENTS_OFFSET) : 0;
        } catch (Throwable e) {
            throw new IllegalStateException("poll cannot be called", e);
        }
    }
}
