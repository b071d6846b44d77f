package dev.tenure.runtime.observe;

/// Hears once of each fault: an exception that nobody foresaw, and which therefore is a bug. May be called by
/// any thread.
@FunctionalInterface
public interface FaultReporter {
    /// @param component where it happened; one of few names
    /// @param about what was being done, for people: a request, an object, an event of a loop
    /// @return the name under which the fault can be found in the log, in eight characters
    String report(String component, String about, Throwable fault);

    /// Whether nobody can have foreseen the exception: it is an error, or one of those that the language and
    /// its library throw by themselves. An exception of a type of our own, or of input and output, is an
    /// answer.
    static boolean unforeseen(Throwable e) {
        String owner = e.getClass().getPackageName();
        return e instanceof Error || owner.equals("java.lang") || owner.equals("java.util");
    }
}
