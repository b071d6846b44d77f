package main

import (
	"context"
	"errors"
	"fmt"
	"sort"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler"
	"k8s.io/kubernetes/pkg/scheduler/apis/config"
	"k8s.io/kubernetes/pkg/scheduler/apis/config/latest"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/defaultpreemption"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/feature"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/names"
)

const (
	// An event's note is cut to this, its end included.
	noteMax = 1024
	noteEnd = " ..."
	// Among equal nodes the library draws: so often it is asked which ones it takes.
	draws = 40
)

type answer = map[string]any

// candidate is a node where removing pods would help.
type candidate struct {
	Node       string   `json:"node"`
	Victims    []string `json:"victims"`
	Violations int64    `json:"pdbViolations"`
}

func sorted(names []string) []string {
	all := append([]string{}, names...)
	sort.Strings(all)
	return all
}

func verdict(status *fwk.Status) answer {
	if status.IsSuccess() {
		return answer{"code": fwk.Success.String()}
	}
	told := answer{"code": status.Code().String(), "reasons": sorted(status.Reasons())}
	if status.Plugin() != "" {
		told["plugin"] = status.Plugin()
	}
	return told
}

// decide asks the scheduler's own cycle what it decides about the pod, and the extension points one by one why.
func decide(c *cluster) (answer, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	s, err := newSubject(ctx, c)
	if err != nil {
		return nil, err
	}
	told := answer{"feasible": []string{}, "best": []string{}}
	for _, plugin := range s.framework.PreEnqueuePlugins() {
		if plugin.Name() != names.SchedulingGates {
			continue
		}
		if status := plugin.PreEnqueue(ctx, c.Pod); !status.IsSuccess() {
			told["outcome"], told["preEnqueue"] = "gated", verdict(status.WithPlugin(plugin.Name()))
			return told, nil
		}
	}
	info, err := framework.NewPodInfo(c.Pod)
	if err != nil {
		return nil, err
	}
	state := framework.NewCycleState()
	_, err = s.scheduler.SchedulePod(ctx, s.framework, state, &framework.QueuedPodInfo{PodInfo: info})
	var fit *framework.FitError
	isFit := errors.As(err, &fit)
	switch {
	case c.Pod.Spec.NodeName != "":
		told["outcome"], fit = "filtered", nil
	case err == nil:
		told["outcome"] = "scheduled"
	case isFit || errors.Is(err, scheduler.ErrNoNodesAvailable):
		told["outcome"] = "unschedulable"
	default:
		told["outcome"] = "error"
	}
	if len(c.Nodes) > 0 {
		if err := s.search(ctx, c.Pod, fit, told); err != nil && told["outcome"] != "error" {
			return nil, err
		}
	}
	if fit != nil {
		if err := s.preemption(ctx, c.Pod, state, fit, told); err != nil {
			return nil, err
		}
	}
	if err != nil && told["outcome"] != "filtered" {
		say(told, err.Error())
	}
	return told, nil
}

func say(told answer, message string) {
	told["message"] = message
	if len(message) > noteMax {
		told["event"] = message[:noteMax-len(noteEnd)] + noteEnd
	}
}

// search tells what the filters say of each node, and what the feasible ones are worth.
func (s *subject) search(ctx context.Context, pod *v1.Pod, fit *framework.FitError, told answer) error {
	state := framework.NewCycleState()
	narrowed, status, by := s.framework.RunPreFilterPlugins(ctx, state, pod)
	before := answer{"status": verdict(status)}
	told["preFilter"] = before
	if !status.IsSuccess() {
		return nil
	}
	if !narrowed.AllNodes() {
		before["nodes"], before["plugins"] = sorted(narrowed.NodeNames.UnsortedList()), sorted(by.UnsortedList())
	}
	all, err := s.snapshot.NodeInfos().List()
	if err != nil {
		return err
	}
	if nominated, err := s.snapshot.NodeInfos().Get(pod.Status.NominatedNodeName); err == nil && has(narrowed, nominated) &&
		s.framework.RunFilterPluginsWithNominatedPods(ctx, state, pod, nominated).IsSuccess() {
		all = []fwk.NodeInfo{nominated} // no other is looked at
	}
	nodes := answer{}
	told["nodes"] = nodes
	var feasible []fwk.NodeInfo
	var called []string
	for _, node := range all {
		name := node.Node().Name
		if !has(narrowed, node) {
			nodes[name] = answer{"code": fwk.UnschedulableAndUnresolvable.String(),
				"reasons": []string{fmt.Sprintf("node(s) didn't satisfy plugin(s) %v", sorted(by.UnsortedList()))}}
			continue
		}
		status := s.framework.RunFilterPluginsWithNominatedPods(ctx, state, pod, node)
		nodes[name] = verdict(status)
		if status.IsSuccess() {
			feasible, called = append(feasible, node), append(called, name)
		}
	}
	told["feasible"] = sorted(called)
	switch {
	case told["outcome"] == "filtered" || len(feasible) == 1 && told["outcome"] == "scheduled":
		told["best"] = sorted(called)
	case len(feasible) > 1:
		return s.scores(ctx, state, pod, feasible, told)
	}
	return nil
}

func has(narrowed *fwk.PreFilterResult, node fwk.NodeInfo) bool {
	return narrowed.AllNodes() || narrowed.NodeNames.Has(node.Node().Name)
}

// scores tells the totals of the framework, and of each plugin, asked alone, what it says before its weight.
func (s *subject) scores(ctx context.Context, state fwk.CycleState, pod *v1.Pod, feasible []fwk.NodeInfo, told answer) error {
	if status := s.framework.RunPreScorePlugins(ctx, state, pod, feasible); !status.IsSuccess() {
		return status.AsError()
	}
	found, status := s.framework.RunScorePlugins(ctx, state, pod, feasible)
	if !status.IsSuccess() {
		return status.AsError()
	}
	byNode, best, asked := answer{}, []string{}, map[string]bool{}
	top := found[0].TotalScore
	for _, node := range found {
		top = max(top, node.TotalScore)
	}
	for _, node := range found {
		parts := answer{}
		for _, part := range node.Scores {
			parts[part.Name], asked[part.Name] = answer{"weighted": part.Score}, true
		}
		byNode[node.Name] = answer{"total": node.TotalScore, "plugins": parts}
		if node.TotalScore == top {
			best = append(best, node.Name)
		}
	}
	told["scores"], told["best"] = byNode, sorted(best)
	skipped := []string{}
	all, err := s.scorers(ctx)
	if err != nil {
		return err
	}
	for name, plugin := range all {
		if !asked[name] {
			skipped = append(skipped, name)
			continue
		}
		list := fwk.NodeScoreList{}
		for _, node := range feasible {
			raw, status := plugin.Score(ctx, state, pod, node)
			if !status.IsSuccess() {
				return status.AsError()
			}
			byNode[node.Node().Name].(answer)["plugins"].(answer)[name].(answer)["raw"] = raw
			list = append(list, fwk.NodeScore{Name: node.Node().Name, Score: raw})
		}
		if extended := plugin.ScoreExtensions(); extended != nil {
			if status := extended.NormalizeScore(ctx, state, pod, list); !status.IsSuccess() {
				return status.AsError()
			}
		}
		for _, one := range list {
			byNode[one.Name].(answer)["plugins"].(answer)[name].(answer)["normalized"] = one.Score
		}
	}
	told["skippedScores"] = sorted(skipped)
	return nil
}

// scorers are the default profile's plugins that score, made once more: the framework does not hand out its own. What they
// know of a pod is in the state of the cycle.
func (s *subject) scorers(ctx context.Context) (map[string]fwk.ScorePlugin, error) {
	defaults, err := latest.Default()
	if err != nil {
		return nil, err
	}
	profile := defaults.Profiles[0]
	arguments := map[string]config.PluginConfig{}
	for _, one := range profile.PluginConfig {
		arguments[one.Name] = one
	}
	registry, made := plugins.NewInTreeRegistry(), map[string]fwk.ScorePlugin{}
	for _, enabled := range profile.Plugins.MultiPoint.Enabled {
		plugin, err := registry[enabled.Name](ctx, arguments[enabled.Name].Args, s.framework)
		if err != nil {
			return nil, err
		}
		if scorer, scores := plugin.(fwk.ScorePlugin); scores {
			made[enabled.Name] = scorer
		}
	}
	return made, nil
}

// preemption tells which nodes removing pods would help, runs the scheduler's own, and adds its words to the refusal.
func (s *subject) preemption(ctx context.Context, pod *v1.Pod, state fwk.CycleState, fit *framework.FitError, told answer) error {
	if fit.Diagnosis.PreFilterMsg == "" {
		preempts, err := s.candidates(ctx, pod, state, fit)
		if err != nil {
			return err
		}
		told["preemption"] = preempts
	}
	result, status := s.framework.RunPostFilterPlugins(ctx, state, pod, fit.Diagnosis.NodeToStatus)
	fit.Diagnosis.PostFilterMsg = status.Message()
	if preempts, there := told["preemption"].(answer); there {
		preempts["clearNominatedNode"] = result != nil && result.NominatingInfo != nil &&
			result.Mode() == fwk.ModeOverride && result.NominatedNodeName == ""
	}
	return nil
}

func (s *subject) candidates(ctx context.Context, pod *v1.Pod, state fwk.CycleState, fit *framework.FitError) (answer, error) {
	arguments := &config.DefaultPreemptionArgs{MinCandidateNodesPercentage: 10, MinCandidateNodesAbsolute: 100}
	gates := feature.NewSchedulerFeaturesFromGates(utilfeature.DefaultFeatureGate)
	plugin, err := defaultpreemption.New(ctx, arguments, s.framework, gates)
	if err != nil {
		return nil, err
	}
	told := answer{"nominatedNodes": []string{}, "candidates": []candidate{}}
	eligible, _ := plugin.PodEligibleToPreemptOthers(ctx, pod, fit.Diagnosis.NodeToStatus.Get(pod.Status.NominatedNodeName))
	told["eligible"] = eligible
	if !eligible {
		return told, nil
	}
	nodes, err := fit.Diagnosis.NodeToStatus.NodesForStatusCode(s.snapshot.NodeInfos(), fwk.Unschedulable)
	if err != nil || len(nodes) == 0 {
		return told, err
	}
	budgets, err := s.informers.Policy().V1().PodDisruptionBudgets().Lister().List(labels.Everything())
	if err != nil {
		return nil, err
	}
	found, others, err := plugin.Evaluator.DryRunPreemption(ctx, state, pod, nodes, budgets, 0, int32(len(nodes)))
	if err != nil && len(found) == 0 {
		return nil, err
	}
	candidates := []candidate{}
	for _, one := range found {
		victims := []string{}
		for _, victim := range one.Victims().Pods {
			victims = append(victims, victim.Namespace+"/"+victim.Name)
		}
		candidates = append(candidates, candidate{one.Name(), victims, one.Victims().NumPDBViolations})
	}
	told["candidates"] = candidates
	rejected := answer{}
	others.ForEachExplicitNode(func(name string, status *fwk.Status) { rejected[name] = verdict(status) })
	if len(rejected) > 0 {
		told["rejected"] = rejected
	}
	chosen := map[string]bool{}
	for i := 0; i < draws && len(found) > 0; i++ {
		chosen[plugin.Evaluator.SelectCandidate(ctx, found).Name()] = true
	}
	nominated := []string{}
	for name := range chosen {
		nominated = append(nominated, name)
	}
	told["nominatedNodes"] = sorted(nominated)
	return told, nil
}
