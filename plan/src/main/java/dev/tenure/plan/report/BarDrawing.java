package dev.tenure.plan.report;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The drawing of pages of HTML: a row for each pod, with a bar of two parts: told to go until gone, and gone
/// until another is ready. Times count from the left edge. Stateless.
final class BarDrawing {
    /// More bars make no drawing; the tables have all pods.
    static final int BARS_MAX = 60;

    private static final int ROW = 18;
    private static final int LEFT = 260;
    private static final int WIDTH = 900;
    private static final int AXIS = 26;

    /// Of a row's text, below the row's upper edge.
    private static final int BASELINE = 12;

    private static final int NAME_MAX = 38;

    private BarDrawing() {}

    /// @param pending whether the pod's replacement waits without end
    record Bar(String name, Duration leaves, Duration gone, Optional<Duration> ready, boolean pending) {
        Duration end() {
            return ready.filter(at -> at.compareTo(gone) > 0).orElse(gone);
        }
    }

    /// A moment that is named above the drawing.
    ///
    /// @param line whether a line goes down from it through all bars
    record Mark(Duration at, String text, boolean line) {}

    /// Appends nothing when there are no bars.
    ///
    /// @param what the drawing shows, for those who do not see it
    static void append(StringBuilder page, String what, List<Bar> bars, List<Mark> marks) {
        if (bars.isEmpty()) {
            return;
        }
        Duration end = bars.stream().map(Bar::end).max(Duration::compareTo).orElse(Duration.ZERO);
        for (Mark mark : marks) {
            end = mark.at().compareTo(end) > 0 ? mark.at() : end;
        }
        double scale = (WIDTH - LEFT) / Math.max(1.0, end.toMillis() * 1.1);
        int height = AXIS + ROW * bars.size();
        page.append("<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n".formatted(WIDTH, height, what));
        page.append("<line class=\"axis\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n"
                .formatted(LEFT, AXIS - 6, WIDTH, AXIS - 6));
        for (Mark mark : marks) {
            mark(page, mark, x(scale, mark.at()), height);
        }
        for (int i = 0; i < bars.size(); i++) {
            bar(page, bars.get(i), AXIS + ROW * i, scale);
        }
        page.append("</svg>\n");
    }

    private static void mark(StringBuilder page, Mark mark, int x, int height) {
        String anchor = x == LEFT ? "" : " text-anchor=\"middle\"";
        page.append("<text x=\"%d\" y=\"14\"%s>%s</text>\n".formatted(x, anchor, PlanHtml.text(mark.text())));
        if (mark.line()) {
            page.append("<line class=\"axis\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n"
                    .formatted(x, AXIS - 6, x, height));
        }
    }

    private static void bar(StringBuilder page, Bar bar, int top, double scale) {
        page.append("<text x=\"0\" y=\"%d\">%s</text>".formatted(top + BASELINE, PlanHtml.text(shortened(bar.name()))));
        page.append(box("going", top, x(scale, bar.leaves()), x(scale, bar.gone())));
        bar.ready().ifPresent(at -> page.append(box("back", top, x(scale, bar.gone()), x(scale, at))));
        if (bar.pending()) {
            page.append("<text class=\"bad\" x=\"%d\" y=\"%d\">pending</text>"
                    .formatted(x(scale, bar.gone()) + BASELINE, top + BASELINE));
        }
        page.append('\n');
    }

    private static String box(String kind, int top, int from, int to) {
        return "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>"
                .formatted(kind, from, top + 2, Math.max(2, to - from), ROW - 5);
    }

    private static int x(double scale, Duration at) {
        return LEFT + (int) Math.round(at.toMillis() * scale);
    }

    private static String shortened(String name) {
        return name.length() <= NAME_MAX ? name : name.substring(0, NAME_MAX - 1) + "…";
    }
}
