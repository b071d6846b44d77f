package dev.tenure.wire.patch.managedfields;

/// A value that an expression wrote where JSON has none such, as upstream's messages show it.
///
/// @param plain as Go prints it
/// @param syntax as Go's source would have it
/// @param type Go's name of its type
public record Foreign(String plain, String syntax, String type) {
    /// What upstream's library of expressions has for null, which its library of merges takes for no null.
    public static final Foreign NULL = new Foreign("NULL_VALUE", "0", "structpb.NullValue");
}
