package dev.tenure.apiserver.authn;

import dev.tenure.model.meta.Frozen;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Tokens out of a list that is read once, as for `--token-auth-file`: lines of
/// `token,user,uid,"group1,group2"`.
public final class StaticTokens implements TokenAuthenticator {
    private final Map<String, User> users;

    /// @param users by token
    public StaticTokens(Map<String, User> users) {
        this.users = Frozen.map(users);
    }

    /// @throws IllegalArgumentException when a line is not of the form
    public static StaticTokens parse(List<String> lines) {
        var users = new LinkedHashMap<String, User>();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).isBlank()) {
                continue;
            }
            List<String> columns = columns(lines.get(i));
            if (columns.size() < 3 || columns.getFirst().isEmpty()) {
                throw new IllegalArgumentException(
                        "line %d of the token file is not of the form token,user,uid,\"group1,group2\""
                                .formatted(i + 1));
            }
            List<String> groups = columns.size() > 3 && !columns.get(3).isEmpty()
                    ? List.of(columns.get(3).split(","))
                    : List.of();
            users.put(columns.get(0), new User(columns.get(1), columns.get(2), groups, Map.of()));
        }
        return new StaticTokens(users);
    }

    private static List<String> columns(String line) {
        var columns = new ArrayList<String>();
        var column = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                columns.add(column.toString().strip());
                column.setLength(0);
            } else {
                column.append(c);
            }
        }
        columns.add(column.toString().strip());
        return columns;
    }

    @Override
    public Optional<User> authenticate(String token, TokenRemarks remarks) {
        byte[] given = token.getBytes(StandardCharsets.UTF_8);
        User found = null;
        for (var entry : users.entrySet()) {
            if (MessageDigest.isEqual(given, entry.getKey().getBytes(StandardCharsets.UTF_8))) {
                found = entry.getValue();
            }
        }
        return Optional.ofNullable(found);
    }
}
