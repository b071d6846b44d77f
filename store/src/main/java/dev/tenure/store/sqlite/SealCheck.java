package dev.tenure.store.sqlite;

import dev.tenure.store.StoreUnavailableException;
import java.nio.file.Path;
import java.util.Optional;

/// Whether a database holds what was acknowledged. Pure: compares what it says with what the mark beside it
/// says, with what its rows come to, and with the identity that the rest of the cluster knows.
final class SealCheck {
    private SealCheck() {}

    /// What is wrong between database and mark, before the rows are read.
    ///
    /// @param identity of the store that is expected; empty when any will do
    static Optional<String> beforeReading(Seal database, Mark.Reading mark, String identity) {
        if (!identity.isEmpty() && !identity.equals(database.identity())) {
            return Optional.of("it is store %s, but this cluster's certificates belong to store %s"
                    .formatted(database.identity(), identity));
        }
        if (!(mark instanceof Mark.Reading.Says(Seal acknowledged))) {
            return Optional.empty();
        }
        if (!acknowledged.identity().equals(database.identity())) {
            return Optional.of("it is store %s, but %s beside it belongs to store %s"
                    .formatted(database.identity(), Mark.NAME, acknowledged.identity()));
        }
        if (database.revision() < acknowledged.revision()) {
            return Optional.of(
                    ("writes that were acknowledged are missing: it ends at revision %d with %d objects, revision %d"
                                    + " with %d objects was acknowledged (its log is damaged or gone, or this is an older copy)")
                            .formatted(
                                    database.revision(),
                                    database.objects(),
                                    acknowledged.revision(),
                                    acknowledged.objects()));
        }
        boolean same = database.revision() > acknowledged.revision() || database.equals(acknowledged);
        return same
                ? Optional.empty()
                : Optional.of(
                        "at revision %d it has other objects than were acknowledged".formatted(database.revision()));
    }

    /// What is wrong with the rows.
    ///
    /// @param database what it says
    /// @param read what its rows come to
    static Optional<String> afterReading(Seal database, Seal read) {
        if (database.digest() == read.digest() && database.objects() == read.objects()) {
            return Optional.empty();
        }
        return Optional.of(
                database.objects() == read.objects()
                        ? "some of its %d objects are older than what was acknowledged".formatted(read.objects())
                        : "%d objects were acknowledged, %d can be read".formatted(database.objects(), read.objects()));
    }

    /// The refusal that says what is wrong and what to do.
    static StoreUnavailableException refusal(Path file, String what) {
        return new StoreUnavailableException(
                ("the store %s does not hold what was acknowledged: %s. Put back a copy of the whole folder, or let"
                                + " `tenure store repair` go on with what is left")
                        .formatted(file, what));
    }
}
