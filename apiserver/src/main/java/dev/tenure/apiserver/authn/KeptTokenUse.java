package dev.tenure.apiserver.authn;

import dev.tenure.model.meta.ObjectKey;
import java.time.LocalDate;

/// Somebody has shown the token of a Secret, at which this day is not noted yet.
///
/// @param secret the Secret that holds it
/// @param uid of the Secret
/// @param day in UTC
public record KeptTokenUse(ObjectKey secret, String uid, LocalDate day) {
    /// The label of a Secret that says when its token was shown last.
    public static final String LABEL = "kubernetes.io/legacy-token-last-used";
}
