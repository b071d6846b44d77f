package dev.tenure.launch.process;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.election.Candidate;
import dev.tenure.client.election.ElectionConfiguration;
import dev.tenure.client.election.LeaderElector;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.launch.memory.HeapCare;
import dev.tenure.launch.memory.Visits;
import dev.tenure.model.meta.Caller;
import dev.tenure.runtime.io.Termination;
import dev.tenure.runtime.loop.Inquiry;
import dev.tenure.runtime.loop.Supervisor;
import dev.tenure.runtime.loop.ThreadedLoop;
import dev.tenure.runtime.observe.FaultReporter;
import dev.tenure.runtime.time.SystemTime;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/// Starts a component when this process leads, and ends the process when it does not any more. Without an
/// election it leads at once.
public final class LeadProcess implements Candidate, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(LeadProcess.class.getPackageName());
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int WORKERS_MAX = 4;
    private static final String ELECTION = "election";

    /// What a leader does.
    public interface Work extends AutoCloseable {
        /// In one word, for people: `scheduling`.
        String word();

        /// Follows the cluster without doing anything, so that [#start] finds all there; called once, before
        /// it, unless the process leads at once.
        void prepare();

        void start();

        @Override
        void close();
    }

    /// Where a process reports what happens to it.
    ///
    /// @param faults hears of exceptions that nobody foresaw while this process stands for election
    public record Reporting(PrintWriter out, Termination termination, FaultReporter faults) {
        void print(String line) {
            out.println(line);
            out.flush();
        }
    }

    private final Work work;
    private final Reporting reporting;
    private @Nullable ThreadedLoop loop;
    private @Nullable LeaderElector elector;

    private LeadProcess(Work work, Reporting reporting) {
        this.work = work;
        this.reporting = reporting;
    }

    /// @param election absent to lead at once
    /// @param endpoint where the lease is
    public static LeadProcess begin(
            Optional<ElectionConfiguration> election, HttpEndpoint endpoint, Work work, Reporting reporting) {
        HeapCare.start(Visits.NONE);
        var lead = new LeadProcess(work, reporting);
        if (election.isEmpty()) {
            lead.elected();
        } else {
            ElectionConfiguration about = election.get();
            reporting.print(
                    "waiting for lease %s/%s as %s".formatted(about.namespace(), about.name(), about.identity()));
            work.prepare();
            lead.stand(
                    new ClusterClient(
                            endpoint.answeringWithin(about.callWithin()), Caller.component("", List.of(), "tenure")),
                    about);
        }
        return lead;
    }

    /// The name of this process among candidates: unlike any other, on this machine or elsewhere.
    public static String identity() {
        return HostName.own() + "_" + UUID.randomUUID();
    }

    private void stand(ClusterClient client, ElectionConfiguration election) {
        var started = new ThreadedLoop(ELECTION, new SystemTime(), WORKERS_MAX, reporting.faults());
        var candidate = new LeaderElector(started, client, election, this, new SplittableRandom());
        loop = started;
        elector = candidate;
        new Supervisor(ELECTION, started, life -> () -> candidate.stand(life)).start();
    }

    @Override
    public void elected() {
        work.start();
        reporting.print(work.word());
    }

    @Override
    public void lost() {
        LOG.log(System.Logger.Level.ERROR, "the lease is lost: ending, so that two do not lead at once");
        reporting.termination().fail();
    }

    @Override
    public void leaderSeen(String identity) {
        LOG.log(System.Logger.Level.INFO, "leader is " + identity);
    }

    /// Stops the work, then hands the lease over.
    @Override
    public void close() {
        work.close();
        ThreadedLoop standing = loop;
        LeaderElector candidate = elector;
        if (standing == null || candidate == null) {
            return;
        }
        Inquiry.ask(standing, "resign", PATIENCE, candidate::resign).ifPresent(LeadProcess::handOver);
        standing.close();
    }

    private static void handOver(Callable<Boolean> release) {
        try {
            release.call();
        } catch (Exception e) {
            LOG.log(System.Logger.Level.WARNING, "the lease could not be handed over: " + e.getMessage());
        }
    }
}
