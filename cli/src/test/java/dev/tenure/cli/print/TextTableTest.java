package dev.tenure.cli.print;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextTableTest {
    private static final List<String> REPORTS = List.of(
            "0s",
            "default/reports-5d47f6ddbc-sswhf",
            "node-1",
            "taint maintenance=disk:NoExecute is not tolerated",
            "reports-5d47f6ddbc-2nfbf pending: 0/6 nodes are available: 1 node(s) had untolerated taint(s)");
    private static final List<String> WEB =
            List.of("5m0s", "default/web-0", "node-1", "taint a:NoExecute is tolerated for 300 s", "-");

    private static TextTable plan() {
        var table = new TextTable("AFTER", "POD", "FROM", "BECAUSE", "THEN");
        table.row(REPORTS.toArray(String[]::new));
        table.row(WEB.toArray(String[]::new));
        return table;
    }

    @Test
    void whereThereIsRoomARowIsALine() {
        assertThat(plan().text(Screen.ENDLESS).lines())
                .hasSize(3)
                .anySatisfy(line -> assertThat(line).endsWith("had untolerated taint(s)"));
        assertThat(plan().text()).isEqualTo(plan().text(Screen.ENDLESS));
    }

    @Test
    void sentencesTakeTwoLinesOfTheirCells() {
        var table = new TextTable("HELD BY", "PODS", "REASON", "MESSAGE");
        table.row("careful", "4", "BudgetBroken", "budget default/web allows no pod to leave at present");
        assertThat(table.text(new Screen(66))).isEqualTo("""
                HELD BY   PODS   REASON         MESSAGE
                careful   4      BudgetBroken   budget default/web allows no pod
                                                to leave at present
                """);
    }

    @Test
    void onANarrowScreenTheyStandBelowTheirRow() {
        assertThat(plan().text(new Screen(80))).isEqualTo("""
                AFTER   POD                                FROM
                0s      default/reports-5d47f6ddbc-sswhf   node-1
                  BECAUSE   taint maintenance=disk:NoExecute is not tolerated
                  THEN      reports-5d47f6ddbc-2nfbf pending: 0/6 nodes are available: 1 node(s)
                            had untolerated taint(s)
                5m0s    default/web-0                      node-1
                  BECAUSE   taint a:NoExecute is tolerated for 300 s
                  THEN      -
                """);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 20, 40, 60, 79, 80, 100, 120, 150, 200, 1000})
    void nothingOfASentenceIsLeftOut(int columns) {
        String text = plan().text(new Screen(columns)).replaceAll("\\s+", " ");
        for (List<String> row : List.of(REPORTS, WEB)) {
            for (String sentence : row.subList(3, 5)) {
                assertThat(sentence.split(" "))
                        .allSatisfy(word -> assertThat(text.replace(" ", "")).contains(word));
            }
        }
        assertThat(plan().text(new Screen(columns)).lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(Math.max(columns, 45)));
    }

    @Test
    void namesAreDividedWhereEvenTheyAloneAreTooWide() {
        assertThat(plan().text(new Screen(40)).lines().toList().subList(1, 3))
                .containsExactly("0s      default/reports-          node-1", "        5d47f6ddbc-sswhf");
    }

    @Test
    void whatIsSaidOfANameStaysWithIt() {
        var table = new TextTable("AFTER", "POD", "THEN");
        table.row("0s", "default/web-5d47f6ddbc-sswhf or another of 3 alike", "lost: nobody makes a pod in its place");
        assertThat(table.text(new Screen(50))).isEqualTo("""
                AFTER   POD
                0s      default/web-5d47f6ddbc-sswhf or another of
                        3 alike
                  THEN   lost: nobody makes a pod in its place
                """);
    }

    @Test
    void whatIsShortStaysInItsColumn() {
        var table = new TextTable("POD", "WHY", "WHEN");
        table.row("web-0", "The node was low on resource: memory, threshold 100Mi, it used 3Gi", "4s ago");
        assertThat(table.text(new Screen(40))).isEqualTo("""
                POD     WHEN
                web-0   4s ago
                  WHY   The node was low on resource:
                        memory, threshold 100Mi, it used
                        3Gi
                """);
    }

    @Test
    void anEmptyReasonTakesNoLine() {
        var table = new TextTable("POD", "WHY");
        table.row("web-0", "");
        table.row("web-1", "The node was low on resource: memory, threshold 100Mi, it used 3Gi");
        assertThat(table.text(new Screen(30)).lines().toList().subList(0, 3)).containsExactly("POD", "web-0", "web-1");
    }
}
