package dev.tenure.launch.encryption;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.store.AtRest;
import dev.tenure.store.Store.ResourceId;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Which resources are encrypted where they are stored, and how: of each, the first provider writes, and all
/// read. Immutable; safe for use by several threads.
public final class Encryption implements AtRest {
    /// Nothing is encrypted, and nothing that is can be read.
    public static final Encryption NONE = new Encryption(Map.of());

    static final String ANY = "*";
    private static final List<Provider> PLAIN = List.of(new Provider.Identity());

    private final Map<ResourceId, List<Provider>> providers;

    /// @param providers of a resource, of all of a group (`*`), or of all (`*` in the group `*`); none is
    ///     empty
    Encryption(Map<ResourceId, List<Provider>> providers) {
        var copy = new HashMap<ResourceId, List<Provider>>();
        providers.forEach((resource, each) -> copy.put(resource, List.copyOf(each)));
        this.providers = Map.copyOf(copy);
    }

    /// The bytes as they are stored.
    ///
    /// @param key in etcd of the object
    public byte[] seal(ResourceId resource, String key, byte[] plain) {
        try {
            return of(resource).getFirst().seal(plain, key);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK cannot encrypt %s".formatted(key), e);
        }
    }

    /// The bytes as they were before they were stored.
    ///
    /// @param key in etcd of the object
    /// @throws IllegalArgumentException when no provider can read them
    public byte[] open(ResourceId resource, String key, byte[] stored) {
        Optional<GeneralSecurityException> failure = Optional.empty();
        for (Provider provider : of(resource)) {
            if (begins(stored, provider.prefix())) {
                try {
                    return provider.open(stored, key);
                } catch (GeneralSecurityException e) {
                    failure = failure.or(() -> Optional.of(e));
                }
            }
        }
        throw new IllegalArgumentException(
                failure.map(e -> "no key of --encryption-provider-config opens it: " + e.getMessage())
                        .orElse("--encryption-provider-config has no provider that reads it"));
    }

    /// Whether bytes stand as they would be written now: by the provider that writes.
    public boolean isCurrent(ResourceId resource, byte[] stored) {
        String prefix = of(resource).getFirst().prefix();
        return prefix.isEmpty() ? !AtRest.isEncrypted(stored) : begins(stored, prefix);
    }

    /// As in etcd, bound to the path of the object.
    @Override
    public byte[] seal(ObjectKey key, byte[] plain) {
        return seal(ResourceId.of(key), key.path(), plain);
    }

    @Override
    public byte[] open(ObjectKey key, byte[] stored) {
        return open(ResourceId.of(key), key.path(), stored);
    }

    @Override
    public boolean isCurrent(ObjectKey key, byte[] stored) {
        return isCurrent(ResourceId.of(key), stored);
    }

    private List<Provider> of(ResourceId resource) {
        List<Provider> own = providers.get(resource);
        if (own != null) {
            return own;
        }
        List<Provider> group = providers.get(new ResourceId(resource.group(), ANY));
        return group != null ? group : providers.getOrDefault(new ResourceId(ANY, ANY), PLAIN);
    }

    static boolean begins(byte[] bytes, String prefix) {
        byte[] start = prefix.getBytes(StandardCharsets.UTF_8);
        return bytes.length >= start.length && Arrays.equals(bytes, 0, start.length, start, 0, start.length);
    }

    /// Where what is behind a prefix begins.
    ///
    /// @throws GeneralSecurityException when there are fewer bytes behind it
    static int behind(String prefix, byte[] bytes, int lengthMin) throws GeneralSecurityException {
        int from = prefix.getBytes(StandardCharsets.UTF_8).length;
        if (bytes.length < from + lengthMin) {
            throw new GeneralSecurityException("it is too short");
        }
        return from;
    }

    static byte[] joined(String prefix, byte[] start, byte[] rest) {
        byte[] text = prefix.getBytes(StandardCharsets.UTF_8);
        byte[] all = Arrays.copyOf(text, text.length + start.length + rest.length);
        System.arraycopy(start, 0, all, text.length, start.length);
        System.arraycopy(rest, 0, all, text.length + start.length, rest.length);
        return all;
    }
}
