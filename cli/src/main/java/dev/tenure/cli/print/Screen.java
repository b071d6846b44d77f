package dev.tenure.cli.print;

/// How much room a line has.
///
/// @param columns characters; [Integer#MAX_VALUE] where nobody counts them, as in a file or behind a pipe
public record Screen(int columns) {
    /// A line may be as long as it is.
    public static final Screen ENDLESS = new Screen(Integer.MAX_VALUE);

    /// Set by `./tenure` where standard output is a terminal that knows its width.
    private static final String PROPERTY = "tenure.columns";

    /// That of this process, or an endless one for `-o wide`.
    public static Screen of(boolean wide) {
        return wide ? ENDLESS : now();
    }

    /// That of this process.
    public static Screen now() {
        int columns = Integer.getInteger(PROPERTY, 0);
        return columns > 0 ? new Screen(columns) : ENDLESS;
    }
}
