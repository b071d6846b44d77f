package dev.tenure.console.page;

import dev.tenure.client.rest.ConnectionException;
import dev.tenure.console.change.ChangeMaker;
import dev.tenure.console.change.ChangeParser;
import dev.tenure.console.change.ChangePreview;
import dev.tenure.console.change.ConsoleChange;
import dev.tenure.console.change.KubectlCommand;
import dev.tenure.console.change.WhatIfParser;
import dev.tenure.console.follow.LiveEvents;
import dev.tenure.console.shown.ConsoleFault;
import dev.tenure.console.viewer.Viewer;
import dev.tenure.runtime.io.ShellWord;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;

/// All that a browser can ask of the console, once it is known who asks: `/console/api/…`. Safe for use by
/// several threads.
public final class ConsoleSite {
    private static final int OK = 200;

    private ConsoleSite() {}

    /// Answers; every refusal is an answer as well.
    public static ConsoleReply answer(Viewer viewer, ConsoleRequest request) {
        try {
            if (request.method().equals("GET")) {
                return request.part(0).equals("live")
                        ? new ConsoleReply.Live(new LiveEvents(viewer.copy(), viewer.time()))
                        : new ConsoleReply.Document(OK, page(viewer, request));
            }
            if (request.method().equals("POST")) {
                return new ConsoleReply.Document(OK, act(viewer, request));
            }
            throw ConsoleFault.wrongMethod();
        } catch (ConsoleFault fault) {
            return new ConsoleReply.Document(fault.answered(), fault.json());
        } catch (ConnectionException e) {
            var fault = new ConsoleFault(502, "ServiceUnavailable", String.valueOf(e.getMessage()));
            return new ConsoleReply.Document(fault.code(), fault.json());
        }
    }

    private static JsonNode page(Viewer viewer, ConsoleRequest request) {
        return request.part(1).isEmpty() ? whole(viewer, request) : one(viewer, request);
    }

    private static JsonNode whole(Viewer viewer, ConsoleRequest request) {
        return switch (request.part(0)) {
            case "session" -> SessionPage.of(viewer);
            case "overview" -> OverviewPage.of(viewer, request);
            case "nodes" -> NodesPage.list(viewer, request);
            case "matrix" -> MatrixPage.of(viewer, request);
            case "timeline" -> TimelinePage.of(viewer, request);
            case "pods" -> PodsPage.list(viewer, request);
            case "workloads" -> TolerationsPage.list(viewer, request);
            case "plan" -> PlanPage.of(viewer);
            case "pressure" -> PressurePage.of(viewer, request);
            default -> throw nowhere();
        };
    }

    /// One thing of those that a page lists.
    private static JsonNode one(Viewer viewer, ConsoleRequest request) {
        String second = request.part(1);
        String third = request.part(2);
        return switch (request.part(0)) {
            case "nodes" -> NodesPage.one(viewer, second, request);
            case "pods" -> PodsPage.one(viewer, second, third);
            case "workloads" -> TolerationsPage.one(viewer, ChangeParser.workload(second, third, request.part(3)));
            default -> throw nowhere();
        };
    }

    private static ConsoleFault nowhere() {
        return ConsoleFault.notFound("there is no such page");
    }

    private static JsonNode act(Viewer viewer, ConsoleRequest request) {
        return switch (request.part(0)) {
            case "toleration" -> TolerationsPage.form(request);
            case "preview" -> new ChangePreview(viewer).of(ChangeParser.parse(request.json()));
            case "forecast" -> ForecastPage.of(viewer, WhatIfParser.parse(request.json()), request.part(1));
            case "plan-file" -> ForecastPage.file(viewer, WhatIfParser.parse(request.json()), request.part(1));
            case "explain" -> PodsPage.explained(viewer, request.json(), request.part(1));
            case "give-up" -> {
                viewer.forecaster().giveUp(request.part(1));
                yield Json.object().put("message", "given up");
            }
            case "change" -> {
                ConsoleChange change = ChangeParser.parse(request.json());
                ObjectNode done = new ChangeMaker(viewer.client()).make(change);
                yield done.put(
                        "command", KubectlCommand.of(change, viewer.identity().kubectl()));
            }
            default -> throw nowhere();
        };
    }

    /// How the commands that are shown begin.
    ///
    /// @param context empty for the current one of the file
    public static String kubectl(String kubeconfig, String context) {
        String begin = "kubectl --kubeconfig " + ShellWord.of(kubeconfig);
        return context.isEmpty() ? begin : begin + " --context " + ShellWord.of(context);
    }
}
