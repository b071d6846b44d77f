package dev.tenure.apiserver.http;

import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.security.Provider;
import java.security.Security;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import org.conscrypt.AllocatedBuffer;
import org.conscrypt.BufferAllocator;
import org.conscrypt.Conscrypt;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/// TLS in native code: BoringSSL, by Conscrypt. The JDK does the same in Java, which has to be compiled first: a
/// handshake with a server that has just started takes 10 to 21 ms there, and 5 to 9 here.
///
/// Each connection has three file descriptors, its socket and both ends of a pipe ([ConnectionLimit]). The library
/// travels in Conscrypt's jar, for Linux with glibc, macOS and Windows. Where it cannot be loaded the JDK does the
/// work, and the log says why (level info). Any thread.
final class NativeTls {
    private static final System.Logger LOG = System.getLogger(NativeTls.class.getName());

    /// Made when it is first asked for, once.
    private static final class Here {
        private static final Optional<Provider> PROVIDER = load();

        private static Optional<Provider> load() {
            try {
                Provider provider = Conscrypt.newProvider();
                Security.addProvider(provider);
                return Optional.of(provider);
            } catch (LinkageError e) {
                LOG.log(
                        Level.INFO,
                        "TLS is done by the JDK, for the native library of Conscrypt cannot be loaded: {0}",
                        e.getMessage());
                return Optional.empty();
            }
        }
    }

    private NativeTls() {}

    /// Loads the library; takes some milliseconds the first time.
    ///
    /// @return empty where there is none for this machine, or it cannot be unpacked into the temporary folder
    static Optional<Provider> provider() {
        return Here.PROVIDER;
    }

    /// What a server shows and trusts, for such connections.
    static final class Context extends SslContextFactory.Server {
        private final BufferAllocator buffers = new PooledBuffers();

        Context(Provider provider) {
            setProvider(provider.getName());
        }

        @Override
        public void customize(SSLEngine engine) {
            super.customize(engine);
            Conscrypt.setBufferAllocator(engine, buffers);
        }
    }

    /// Lends the memory that native code reads and writes; without it each connection would keep 16 KB of its own.
    private static final class PooledBuffers extends BufferAllocator {
        private final ByteBufferPool pool = new ArrayByteBufferPool();

        @Override
        public AllocatedBuffer allocateDirectBuffer(int capacity) {
            RetainableByteBuffer lent = pool.acquire(capacity, true);
            lent.getByteBuffer().clear();
            return new AllocatedBuffer() {
                @Override
                public ByteBuffer nioBuffer() {
                    return lent.getByteBuffer();
                }

                @Override
                public AllocatedBuffer release() {
                    lent.release();
                    return this;
                }
            };
        }
    }
}
