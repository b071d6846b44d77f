package dev.tenure.launch.agent;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.kubelet.configuration.ConfigurationException;
import dev.tenure.kubelet.configuration.CredentialProviderParser;
import dev.tenure.kubelet.image.CredentialProvider;
import dev.tenure.node.image.ProviderCalls;
import dev.tenure.runtime.io.IoWords;
import dev.tenure.runtime.io.Sha256;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// The programs that hand out credentials for images, as the flags of an agent name them. Upstream: plugin.go
/// (RegisterCredentialProviderPlugins), config.go.
///
/// @param folder of the programs
/// @param hash of all files, for those who watch whether nodes are set up alike; empty when there are no
///     files
record CredentialPrograms(List<CredentialProvider> providers, Path folder, String hash) {
    private static final CredentialPrograms NONE = new CredentialPrograms(List.of(), Path.of("/"), "");

    CredentialPrograms {
        providers = List.copyOf(providers);
    }

    /// @throws CommandFailure when a file or a program is missing or wrong
    static CredentialPrograms of(AgentOptions flags) {
        if (flags.credentialProviders == null && flags.credentialPrograms == null) {
            return NONE;
        }
        Path folder = Optional.ofNullable(flags.credentialPrograms).orElse(Path.of(""));
        if (folder.toString().isEmpty() || !Files.exists(folder)) {
            throw usage("plugin binary directory %s did not exist".formatted(folder));
        }
        Path config = Optional.ofNullable(flags.credentialProviders)
                .orElseThrow(() -> usage("credential provider config path is empty"));
        CredentialPrograms read = read(config, folder.toAbsolutePath());
        for (CredentialProvider provider : read.providers()) {
            Path program = read.folder().resolve(provider.name());
            if (!Files.isRegularFile(program)) {
                throw usage("plugin binary executable %s did not exist".formatted(program));
            }
            if (!Files.isExecutable(program)) {
                throw usage("plugin binary executable %s may not be executed".formatted(program));
            }
        }
        return read;
    }

    /// @param heard of each run of one of them
    ProviderCalls calls(Consumer<ProviderCalls.Run> heard) {
        return new ProviderCalls(providers, folder, heard);
    }

    private static CredentialPrograms read(Path config, Path folder) {
        var providers = new ArrayList<JsonNode>();
        try {
            MessageDigest hash = Sha256.digest();
            for (Path file : files(config)) {
                byte[] text = Files.readAllBytes(file);
                hash.update(ByteBuffer.allocate(Long.BYTES).putLong(0, text.length));
                hash.update(text);
                providers.addAll(providers(file, text));
            }
            String digest = "sha256:" + HexFormat.of().formatHex(hash.digest());
            return new CredentialPrograms(CredentialProviderParser.parse(providers), folder, digest);
        } catch (IOException e) {
            throw usage("unable to access path \"%s\": %s".formatted(config, IoWords.of(e)));
        } catch (ConfigurationException e) {
            throw usage(String.valueOf(e.getMessage()));
        }
    }

    private static List<JsonNode> providers(Path file, byte[] text) {
        try {
            return CredentialProviderParser.providers(text);
        } catch (ConfigurationException e) {
            throw usage("error decoding config \"%s\": %s".formatted(file, e.getMessage()));
        }
    }

    /// The file, or those of a folder in order of their names.
    private static List<Path> files(Path config) throws IOException {
        if (!Files.isDirectory(config)) {
            return List.of(config);
        }
        try (Stream<Path> inside = Files.list(config)) {
            List<Path> files = inside.filter(file -> !Files.isDirectory(file)
                            && isConfig(file.getFileName().toString()))
                    .sorted()
                    .toList();
            if (files.isEmpty()) {
                throw usage("no configuration files found in directory \"%s\"".formatted(config));
            }
            return files;
        }
    }

    private static boolean isConfig(String name) {
        return name.endsWith(".json") || name.endsWith(".yaml") || name.endsWith(".yml");
    }

    private static CommandFailure usage(String message) {
        return new CommandFailure(ExitCode.USAGE, message);
    }
}
