/// Objects made unreadable for who sees only what is stored: the file that says how, and the ways.
/// Never here: where objects are stored (store), in which form they are otherwise (launch.store).
/// Start at Encryption, then Provider.
/// Upstream twin: apiserver/pkg/server/options/encryptionconfig, apiserver/pkg/storage/value.
@NullMarked
package dev.tenure.launch.encryption;

import org.jspecify.annotations.NullMarked;
