package dev.tenure.launch.encryption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.store.Store.ResourceId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EncryptionTest {
    private static final ResourceId SECRETS = new ResourceId("", "secrets");
    private static final String KEY = "/registry/secrets/default/s";
    private static final byte[] PLAIN = "k8s\0 and what a secret is".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path folder = Path.of("");

    private Encryption read(String json) throws IOException {
        Path file = folder.resolve("encryption.yaml");
        Files.writeString(file, json.replace('\'', '"'));
        return EncryptionFile.read(file, new SecureRandom());
    }

    private Encryption of(String resources, String providers) throws IOException {
        return read("""
            {'apiVersion': 'apiserver.config.k8s.io/v1', 'kind': 'EncryptionConfiguration',
             'resources': [{'resources': [%s], 'providers': [%s]}]}""".formatted(resources, providers));
    }

    private static String provider(String way, String... names) {
        var keys = new StringBuilder();
        for (String name : names) {
            byte[] secret = (name + "-".repeat(32)).substring(0, 32).getBytes(StandardCharsets.UTF_8);
            keys.append(keys.isEmpty() ? "" : ", ")
                    .append("{'name': '%s', 'secret': '%s'}"
                            .formatted(name, Base64.getEncoder().encodeToString(secret)));
        }
        return "{'%s': {'keys': [%s]}}".formatted(way, keys);
    }

    @ParameterizedTest
    @ValueSource(strings = {"aescbc", "aesgcm", "secretbox"})
    void whatIsSealedIsOpenedAndNeverTheSameTwice(String way) throws IOException {
        Encryption encryption = of("'secrets'", provider(way, "one"));
        byte[] sealed = encryption.seal(SECRETS, KEY, PLAIN);
        assertThat(new String(sealed, StandardCharsets.ISO_8859_1))
                .startsWith("k8s:enc:" + way + ":v1:one:")
                .doesNotContain("secret is");
        assertThat(encryption.open(SECRETS, KEY, sealed)).isEqualTo(PLAIN);
        assertThat(encryption.seal(SECRETS, KEY, PLAIN)).isNotEqualTo(sealed);
        assertThat(encryption.open(SECRETS, KEY, encryption.seal(SECRETS, KEY, new byte[0])))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"aescbc", "aesgcm", "secretbox"})
    void afterARotationTheNewKeyWritesAndTheOldOneReads(String way) throws IOException {
        byte[] old = of("'secrets'", provider(way, "one")).seal(SECRETS, KEY, PLAIN);
        Encryption both = of("'secrets'", provider(way, "two", "one"));
        assertThat(both.open(SECRETS, KEY, old)).isEqualTo(PLAIN);
        assertThat(both.isCurrent(SECRETS, old)).isFalse();
        assertThat(both.isCurrent(SECRETS, both.seal(SECRETS, KEY, PLAIN))).isTrue();
        Encryption without = of("'secrets'", provider(way, "two"));
        assertThatThrownBy(() -> without.open(SECRETS, KEY, old)).hasMessageContaining("has no provider that reads it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"aesgcm", "secretbox"})
    void whatWasChangedIsNotOpened(String way) throws IOException {
        Encryption encryption = of("'secrets'", provider(way, "one"));
        byte[] sealed = encryption.seal(SECRETS, KEY, PLAIN);
        sealed[sealed.length - 1] ^= 1;
        assertThatThrownBy(() -> encryption.open(SECRETS, KEY, sealed))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no key of --encryption-provider-config opens it");
    }

    @Test
    void bytesMovedToAnotherKeyAreNotOpenedByGcm() throws IOException {
        Encryption encryption = of("'secrets'", provider("aesgcm", "one"));
        byte[] sealed = encryption.seal(SECRETS, KEY, PLAIN);
        assertThatThrownBy(() -> encryption.open(SECRETS, KEY + "2", sealed))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void identityWritesPlainAndReadsNothingEncrypted() throws IOException {
        Encryption encryption = of("'secrets'", "{'identity': {}}, " + provider("secretbox", "one"));
        assertThat(encryption.seal(SECRETS, KEY, PLAIN)).isEqualTo(PLAIN);
        byte[] sealed = of("'secrets'", provider("secretbox", "one")).seal(SECRETS, KEY, PLAIN);
        assertThat(encryption.open(SECRETS, KEY, sealed)).isEqualTo(PLAIN);
        assertThat(encryption.isCurrent(SECRETS, sealed)).isFalse();
        assertThatThrownBy(() -> Encryption.NONE.open(SECRETS, KEY, sealed)).hasMessageContaining("it is encrypted");
    }

    @ParameterizedTest
    @CsvSource({
        "'secrets', '', secrets, true",
        "'secrets', '', configmaps, false",
        "'*.', '', configmaps, true",
        "'*.', apps, deployments, false",
        "'*.apps', apps, deployments, true",
        "'*.*', example.org, boats, true",
        "'boats.example.org', example.org, boats, true",
        "'deployments.apps', apps, replicasets, false"
    })
    void resourcesAreNamedAloneByGroupOrAllAtOnce(String named, String group, String resource, boolean encrypted)
            throws IOException {
        Encryption encryption = of("'" + named + "'", provider("aesgcm", "one"));
        byte[] sealed = encryption.seal(new ResourceId(group, resource), "/k", PLAIN);
        assertThat(Encryption.begins(sealed, "k8s:enc:aesgcm:v1:one:")).isEqualTo(encrypted);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        'secrets' | {'aescbc': {'keys': [{'name': 'k', 'secret': 'c2hvcnQ='}]}} | needs a name and a secret of 16 or 24 or 32 bytes
        'secrets' | {'secretbox': {'keys': [{'name': '', 'secret': 'c2hvcnQ='}]}} | needs a name and a secret of 32 bytes
        'secrets' | {'aesgcm': {'keys': []}} | at least one keys is required
        'secrets' | {'kms': {'name': 'x'}} | keys of another service are not supported
        'secrets' | {'rot13': {}} | there is no provider "rot13"
        'secrets' | {} | it must be one of
        'Secrets' | {'identity': {}} | should not contain capital letters
        '*' | {'identity': {}} | use '*.' to encrypt
        'secrets', 'secrets' | {'identity': {}} | is there twice
        'secrets', '*.' | {'identity': {}} | is there twice
        '*.*', 'secrets' | {'identity': {}} | is there twice
        'events.events.k8s.io' | {'identity': {}} | Use 'events' instead
        'pods.*' | {'identity': {}} | of all groups cannot be named
        """, quoteCharacter = '\u0001')
    void whatIsWrongIsNamed(String resources, String providers, String why) {
        assertThatThrownBy(() -> of(resources, providers))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("--encryption-provider-config")
                .hasMessageContaining("encryption.yaml")
                .hasMessageContaining(why);
    }

    @Test
    void anotherKindOfFileIsRefused() {
        assertThatThrownBy(() -> read("{'kind': 'Pod'}")).hasMessageContaining("is no EncryptionConfiguration");
    }

    /// The vector of NaCl's own tests (secretbox.c).
    @Test
    void aBoxIsThatOfNacl() throws GeneralSecurityException {
        HexFormat hex = HexFormat.of();
        byte[] key = hex.parseHex("1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389");
        byte[] nonce = hex.parseHex("69696ee955b62b73cd62bda875fc73d68219e0036b7a0b37");
        byte[] plain = hex.parseHex("be075fc53c81f2d5cf141316ebeb0c7b5228c52a4c62cbd44b66849b64244ffc"
                + "e5ecbaaf33bd751a1ac728d45e6c61296cdc3c01233561f41db66cce314adb31"
                + "0e3be8250c46f06dceea3a7fa1348057e2f6556ad6b1318a024a838f21af1fde"
                + "048977eb48f59ffd4924ca1c60902e52f0a089bc76897040e082f93776384864" + "5e0705");
        String box = "f3ffc7703f9400e52a7dfb4b3d3305d9"
                + "8e993b9f48681273c29650ba32fc76ce48332ea7164d96a4476fb8c531a1186a"
                + "c0dfc17c98dce87b4da7f011ec48c97271d2c20f9b928fe2270d6fb863d51738"
                + "b48eeee314a7cc8ab932164548e526ae90224368517acfeabd6bb3732bc0e9da"
                + "99832b61ca01b6de56244a9e88d5f9b37973f622a43d14a6599b1f654cb45a74"
                + "e355a5";
        assertThat(hex.formatHex(NaclBox.seal(plain, nonce, key))).isEqualTo(box);
        assertThat(NaclBox.open(hex.parseHex(box), nonce, key)).isEqualTo(plain);
    }
}
