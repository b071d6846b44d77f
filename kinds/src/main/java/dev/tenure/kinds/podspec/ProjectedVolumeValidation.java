package dev.tenure.kinds.podspec;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.GoStruct;
import dev.tenure.apiserver.registry.field.GoStruct.Zero;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.PrintedSelector;
import dev.tenure.apiserver.registry.meta.SelectorValidation;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// What is valid as a volume made of several sources.
final class ProjectedVolumeValidation {
    private static final long TOKEN_SECONDS_MIN = 600;
    private static final long TOKEN_SECONDS_MAX = 1L << 32;
    private static final long CERTIFICATE_SECONDS_MIN = 3600;
    private static final long CERTIFICATE_SECONDS_MAX = 91L * 86400;
    private static final long OWN_CERTIFICATE_SECONDS_MAX = 86400;
    private static final String TOKEN = "serviceAccountToken";
    private static final GoStruct BUNDLE = new GoStruct()
            .with("Name", "name", Zero.NOTHING)
            .with("SignerName", "signerName", Zero.NOTHING)
            .with("LabelSelector", "labelSelector", Zero.NOTHING)
            .with("Optional", "optional", Zero.NOTHING)
            .with("Path", "path", Zero.TEXT);

    private final Field volume;
    private final PodOptions options;
    private final Set<String> paths = new HashSet<>();

    private ProjectedVolumeValidation(Field volume, PodOptions options) {
        this.volume = volume;
        this.options = options;
    }

    static void projected(Field volume, PodOptions options) {
        PathValidation.mode(volume.at("defaultMode"));
        ProjectedVolumeValidation rule = new ProjectedVolumeValidation(volume, options);
        volume.at("sources").items().forEach(rule::source);
    }

    private void source(Field source) {
        int kinds = 0;
        for (String kind :
                List.of("secret", "configMap", "downwardAPI", TOKEN, "clusterTrustBundle", "podCertificate")) {
            Field one = source.at(kind);
            if (one.isSet()) {
                kinds++;
                one(kind, one);
            }
        }
        if (kinds > 1) {
            source.forbidden("may not specify more than 1 volume type per source");
        }
    }

    private void one(String kind, Field source) {
        switch (kind) {
            case "secret", "configMap" -> items(source);
            case "downwardAPI" -> files(source);
            case TOKEN -> token(source);
            case "clusterTrustBundle" -> bundle(source);
            default -> certificate(source);
        }
    }

    private void items(Field source) {
        if (source.at("name").isEmpty()) {
            source.at("name").required();
        }
        for (Field item : source.at("items").items()) {
            VolumeValidation.keyToPath(item);
            String path = item.at("path").text();
            if (!path.isEmpty()) {
                claim(path, source.at("name").text());
            }
        }
    }

    private void files(Field source) {
        for (Field file : source.at("items").items()) {
            DownwardValidation.file(file.under(source.path()));
            String path = file.at("path").text();
            if (!path.isEmpty()) {
                claim(path, path);
            }
        }
    }

    private void claim(String path, String shown) {
        if (!paths.add(path)) {
            volume.invalid(shown, "conflicting duplicate paths");
        }
    }

    private void token(Field token) {
        Field seconds = token.at("expirationSeconds");
        if (seconds.number() < TOKEN_SECONDS_MIN) {
            seconds.invalidNumber("may not specify a duration less than 10 minutes");
        }
        if (seconds.number() > TOKEN_SECONDS_MAX) {
            seconds.invalidNumber("may not specify a duration larger than 2^32 seconds");
        }
        Field path = token.at("path").under(volume.path().child("path"));
        if (path.isEmpty()) {
            path.required();
        } else if (!options.anyTokenPath()) {
            PathValidation.downwardsAndFree(path);
        }
    }

    /// Checks the paths of all projected tokens of a pod.
    static void tokenPaths(Field spec) {
        for (Field volume : spec.at("volumes").items()) {
            for (Field source : volume.at("projected", "sources").items()) {
                if (source.at(TOKEN).isSet()) {
                    PathValidation.downwardsAndFree(source.at(TOKEN, "path"));
                }
            }
        }
    }

    /// Checks that a pod without a service account asks for no token.
    static void tokensNeedAccount(Field spec) {
        if (!spec.at("serviceAccountName").isEmpty()) {
            return;
        }
        for (Field volume : spec.at("volumes").items()) {
            for (Field source : volume.at("projected", "sources").items()) {
                if (source.at(TOKEN).isSet()) {
                    source.at(TOKEN).forbidden("must not be specified when serviceAccountName is not set");
                }
            }
        }
    }

    private void bundle(Field bundle) {
        Field name = bundle.at("name");
        Field signer = bundle.at("signerName");
        Field selector = bundle.at("labelSelector");
        if (name.isSet() && signer.isSet()) {
            bundle.invalid(BUNDLE.of(bundle.given()), "only one of name and signerName may be used");
        } else if (name.isSet()) {
            if (name.isEmpty()) {
                name.required("must be a valid object name");
            }
            bundleName(name);
            if (selector.isSet()) {
                selector.invalid(
                        PrintedSelector.of(selector.node()), "labelSelector must be unset if name is specified");
            }
        } else if (signer.isSet()) {
            if (signer.isEmpty()) {
                signer.required("must be a valid signer name");
            }
            SignerValidation.signer(signer);
            SelectorValidation.selector(selector);
        } else {
            bundle.required("either name or signerName must be specified");
        }
        Field path = bundle.at("path");
        if (path.isEmpty()) {
            path.required();
        }
        PathValidation.downwardsAndFree(path);
        claim(path.text(), path.text());
    }

    private static void bundleName(Field name) {
        int colon = name.text().lastIndexOf(':');
        String own = colon < 0 ? name.text() : name.text().substring(colon + 1);
        Names.dnsSubdomain(own)
                .forEach(complaint -> name.invalidText("not a valid clustertrustbundlename: " + complaint));
    }

    private void certificate(Field certificate) {
        SignerValidation.signer(certificate.at("signerName"));
        Field annotations = certificate.at("userAnnotations");
        annotations.entries().keySet().forEach(key -> userAnnotation(annotations, key.toLowerCase(Locale.ROOT)));
        certificate.at("keyType").mustBeOneOf("RSA3072", "RSA4096", "ECDSAP256", "ECDSAP384", "ECDSAP521", "ED25519");
        Field seconds = certificate.at("maxExpirationSeconds");
        if (seconds.isSet()) {
            lifetime(seconds, certificate.at("signerName").text());
        }
        int count = 0;
        for (String name : List.of("credentialBundlePath", "keyPath", "certificateChainPath")) {
            Field path = certificate.at(name);
            if (!path.isEmpty()) {
                count++;
                PathValidation.downwardsAndFree(path);
                claim(path.text(), path.text());
            }
        }
        if (count == 0) {
            certificate.required("specify at least one of credentialBundlePath, keyPath, and certificateChainPath");
        }
    }

    private static void userAnnotation(Field annotations, String key) {
        List<String> complaints = Names.qualified(key);
        complaints.forEach(complaint -> annotations.invalid(key, complaint));
        if (complaints.isEmpty() && !key.contains("/")) {
            annotations.invalid(key, "must be a domain-prefixed key (such as \"acme.io/foo\")");
        }
    }

    private static void lifetime(Field seconds, String signer) {
        if (seconds.number() < CERTIFICATE_SECONDS_MIN) {
            seconds.invalidNumber("if provided, maxExpirationSeconds must be >= " + CERTIFICATE_SECONDS_MIN);
        }
        String domain = signer.contains("/") ? signer.substring(0, signer.indexOf('/')) : signer;
        boolean own = domain.equals("kubernetes.io") || domain.endsWith(".kubernetes.io");
        long max = own ? OWN_CERTIFICATE_SECONDS_MAX : CERTIFICATE_SECONDS_MAX;
        if (seconds.number() > max) {
            seconds.invalidNumber("if provided, maxExpirationSeconds must be <= " + max);
        }
    }
}
