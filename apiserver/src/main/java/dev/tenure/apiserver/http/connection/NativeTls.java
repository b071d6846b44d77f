package dev.tenure.apiserver.http.connection;

import java.nio.ByteBuffer;
import java.security.Provider;
import javax.net.ssl.SSLEngine;
import org.conscrypt.AllocatedBuffer;
import org.conscrypt.BufferAllocator;
import org.conscrypt.Conscrypt;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.RetainableByteBuffer;

/// TLS by [NativeCryptography]: a handshake with a server that has just started takes 5 to 9 ms, and 10 to 21
/// by the JDK. Each connection has three file descriptors, its socket and both ends of a pipe
/// ([ConnectionLimit]).
final class NativeTls {
    private NativeTls() {}

    /// What a server shows and trusts, for such connections.
    static final class Context extends AnyClient.Context {
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

    /// Lends the memory that native code reads and writes; without it each connection would keep 16 KB of its
    /// own.
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
