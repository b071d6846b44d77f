package dev.tenure.checks.attack;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;

/// A socket that lets the first message through and keeps all later ones back until it is told to let go, so
/// that they arrive together. Used by one thread.
final class HeldSocket extends Socket {
    private final Socket real;
    private final Held out;

    HeldSocket(Socket real) throws IOException {
        this.real = real;
        this.out = new Held(real.getOutputStream());
    }

    private static final class Held extends OutputStream {
        private final OutputStream real;
        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
        private boolean begun;
        private boolean released;

        Held(OutputStream real) {
            this.real = real;
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            if (begun && !released) {
                kept.write(bytes, from, length);
                return;
            }
            begun = true;
            real.write(bytes, from, length);
            real.flush();
        }

        void release() throws IOException {
            released = true;
            real.write(kept.toByteArray());
            real.flush();
        }
    }

    void release() throws IOException {
        out.release();
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return real.getInputStream();
    }

    @Override
    public OutputStream getOutputStream() {
        return out;
    }

    @Override
    public boolean isConnected() {
        return real.isConnected();
    }

    @Override
    public boolean isClosed() {
        return real.isClosed();
    }

    @Override
    public void setSoTimeout(int millis) throws SocketException {
        real.setSoTimeout(millis);
    }

    @Override
    public int getSoTimeout() throws SocketException {
        return real.getSoTimeout();
    }

    @Override
    public void close() throws IOException {
        real.close();
    }
}
