package dev.tenure.launch.controllers;

import java.util.ArrayList;
import java.util.List;

/// Which controllers run, as the flag `--controllers` says: `*` stands for all that are on by default, `NAME`
/// switches one on, `-NAME` switches one off. A name counts with or without its ending `-controller`.
/// Upstream: controller-manager/app/helper.go (IsControllerEnabled).
public record ControllerSelection(List<String> words) {
    public static final ControllerSelection ALL = new ControllerSelection(List.of("*"));

    private static final String ENDING = "-controller";

    public ControllerSelection {
        words = List.copyOf(words);
    }

    /// Reads the flag: names with commas between.
    ///
    /// @param known names of all controllers
    /// @throws IllegalArgumentException when a name is not known
    public static ControllerSelection parse(String text, List<String> known) {
        List<String> words = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            String word = part.strip();
            String name = word.startsWith("-") ? word.substring(1) : word;
            if (!word.equals("*") && known.stream().noneMatch(each -> same(each, name))) {
                throw new IllegalArgumentException(
                        "\"%s\" is not a controller; there are: *, %s".formatted(name, String.join(", ", known)));
            }
            words.add(word);
        }
        return new ControllerSelection(words);
    }

    boolean includes(String controller) {
        boolean all = false;
        for (String word : words) {
            if (same(controller, word)) {
                return true;
            }
            if (word.startsWith("-") && same(controller, word.substring(1))) {
                return false;
            }
            all |= word.equals("*");
        }
        return all;
    }

    private static boolean same(String controller, String word) {
        return controller.equals(word) || controller.equals(word + ENDING);
    }
}
