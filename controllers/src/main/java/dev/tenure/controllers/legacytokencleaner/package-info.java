/// Marks the tokens of Secrets that nobody has used for a year as invalid, and deletes their Secrets a year
/// later.
/// Never here: who notes that a token was used, and whether one is good (`apiserver.authn`).
/// Start at LegacyTokenRule.
/// Upstream twin: pkg/controller/serviceaccount/legacy_serviceaccount_token_cleaner.go.
@NullMarked
package dev.tenure.controllers.legacytokencleaner;

import org.jspecify.annotations.NullMarked;
