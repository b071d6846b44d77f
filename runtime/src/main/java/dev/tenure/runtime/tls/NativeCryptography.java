package dev.tenure.runtime.tls;

import java.lang.System.Logger.Level;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.Security;
import java.util.Optional;
import org.conscrypt.Conscrypt;

/// Cryptography in native code: BoringSSL, by Conscrypt. The JDK does the same in Java, which has to be
/// compiled first: the first handshakes take twice as long there, and the first keys were a twentieth of a
/// server's start.
///
/// The library travels in Conscrypt's jar, for Linux with glibc, macOS and Windows. Where it cannot be loaded
/// the JDK does the work, and the log says why (level info). Any thread.
public final class NativeCryptography {
    private static final System.Logger LOG = System.getLogger(NativeCryptography.class.getName());

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
                        "TLS and keys are done by the JDK, for the native library of Conscrypt cannot be loaded: {0}",
                        e.getMessage());
                return Optional.empty();
            }
        }
    }

    private NativeCryptography() {}

    /// Loads the library; takes some milliseconds the first time.
    ///
    /// @return empty where there is none for this machine, or it cannot be unpacked into the temporary folder
    public static Optional<Provider> provider() {
        return Here.PROVIDER;
    }

    /// Who does something the soonest: native code where it can, else the JDK.
    ///
    /// @param type of service, for example `Signature`
    /// @param algorithm by the names of the JDK, for example `SHA256withECDSA`
    /// @throws NoSuchAlgorithmException when nobody can
    public static Provider provider(String type, String algorithm) throws NoSuchAlgorithmException {
        Optional<Provider> here = provider().filter(found -> found.getService(type, algorithm) != null);
        if (here.isPresent()) {
            return here.get();
        }
        Provider[] others = Security.getProviders(type + "." + algorithm);
        if (others == null) {
            throw new NoSuchAlgorithmException(type + " " + algorithm);
        }
        return others[0];
    }
}
