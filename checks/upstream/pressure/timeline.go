package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand"
	"regexp"
	"slices"
	"sort"
	"strings"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/component-base/metrics/testutil"
	"k8s.io/klog/v2"
	statsapi "k8s.io/kubelet/pkg/apis/stats/v1alpha1"
	"k8s.io/kubernetes/pkg/kubelet/eviction"
	"k8s.io/kubernetes/pkg/kubelet/lifecycle"
	"k8s.io/kubernetes/pkg/kubelet/metrics"
	testingclock "k8s.io/utils/clock/testing"
)

// More outcomes than these are not told apart reliably.
const outcomesMax = 3

var (
	localStorageLabels = []string{"emptydirfs.limit", "ephemeralpodfs.limit", "ephemeralcontainerfs.limit"}
	signalLabels       = []string{"memory.available", "allocatableMemory.available", "nodefs.available", "nodefs.inodesFree",
		"imagefs.available", "imagefs.inodesFree", "containerfs.available", "containerfs.inodesFree", "pid.available"}
	bracketed = regexp.MustCompile(`\[(.*)\]`)
	logFields = map[string]string{
		"thresholds - ignoring grace period":                        "met",
		"thresholds - reclaim not satisfied":                        "metOrUnresolved",
		"thresholds - grace periods satisfied":                      "graceMet",
		"thresholds - updated stats":                                "updated",
		"thresholds after resource reclaim - ignoring grace period": "metAfterReclaim",
	}
)

// short is a threshold that is met: whatever holds recordings against answers sorts them by their text, in this order of fields.
type short struct {
	Signal    string `json:"signal"`
	Quantity  string `json:"quantity"`
	Available string `json:"available"`
}

type timelineCase struct {
	Config settings `json:"config"`
	Layout string   `json:"layout"`
	Pods   []pod    `json:"pods"`
	Steps  []step   `json:"steps"`
}

// play is one course of a case.
type play struct {
	asked     *timelineCase
	shuffle   func([]*v1.Pod)
	clock     *testingclock.FakeClock
	manager   eviction.Manager
	admission lifecycle.PodAdmitHandler
	pods      []*v1.Pod
	uids      map[string]string
	evicted   map[string]bool

	// of the pass that runs
	step      step
	told      fields
	listed    []*v1.Pod
	freed     collection
	summaries int
	events    map[string]fields
}

func (p *play) prepare() error {
	p.uids, p.evicted = map[string]string{}, map[string]bool{}
	for _, each := range p.asked.Pods {
		made, err := each.made()
		if err != nil {
			return err
		}
		p.pods = append(p.pods, made)
		p.uids[each.Name] = each.UID
	}
	p.clock = testingclock.NewFakeClock(moment(0))
	return p.start()
}

func (p *play) start() error {
	thresholds, err := p.asked.Config.thresholds()
	if err != nil {
		return err
	}
	config := eviction.Config{
		PressureTransitionPeriod: time.Duration(p.asked.Config.TransitionPeriodSeconds) * time.Second,
		MaxPodGracePeriodSeconds: p.asked.Config.MaxPodGracePeriodSeconds,
		Thresholds:               thresholds,
	}
	node := &v1.ObjectReference{Kind: "Node", Name: "node", UID: "node"}
	p.manager, p.admission = eviction.NewManager(p, config, p.kill, p, p, eventSink{p.event}, node, p.clock,
		p.asked.Config.LocalStorageCapacityIsolation)
	return nil
}

// What the library asks.

func (p *play) HasDedicatedImageFs(context.Context) (bool, error) {
	if p.step.ImageFsError != "" {
		return false, errors.New(p.step.ImageFsError)
	}
	return p.asked.Layout != "single", nil
}

func (p *play) HasDedicatedContainerFs(context.Context) (bool, error) {
	if p.step.ContainerFsError != "" {
		return false, errors.New(p.step.ContainerFsError)
	}
	return p.asked.Layout == "split", nil
}

func (p *play) active() []*v1.Pod {
	p.listed = nil
	for _, each := range p.pods {
		if slices.Contains(p.step.Active, each.Name) || (p.step.Active == nil && !p.evicted[each.Name]) {
			p.listed = append(p.listed, each.DeepCopy())
		}
	}
	p.shuffle(p.listed)
	return p.listed
}

func (p *play) Get(context.Context, bool) (*statsapi.Summary, error) {
	p.summaries++
	if p.summaries == 1 && p.step.SummaryError != "" {
		return nil, errors.New(p.step.SummaryError)
	}
	if p.summaries == 2 {
		if p.step.SummaryErrorAfterReclaim != "" {
			return nil, errors.New(p.step.SummaryErrorAfterReclaim)
		}
		p.told["metAfterReclaim"] = []short{}
	}
	return p.step.summary(p.uids, p.freed), nil
}

func (p *play) GetCPUAndMemoryStats(context.Context) (*statsapi.Summary, error) {
	return nil, errors.New("nobody asks for these")
}

func (p *play) DeleteAllUnusedContainers(context.Context) error {
	return p.collect("containers", p.step.ContainerGC)
}

func (p *play) DeleteUnusedImages(context.Context) error {
	return p.collect("images", p.step.ImageGC)
}

func (p *play) collect(what string, freed collection) error {
	p.told["reclaim"] = append(p.told["reclaim"].([]string), what)
	p.freed.add(freed)
	if freed.Error != "" {
		return errors.New(freed.Error)
	}
	return nil
}

func (p *play) kill(pod *v1.Pod, isEvicted bool, grace *int64, change func(*v1.PodStatus)) error {
	status := &v1.PodStatus{}
	change(status)
	told := fields{"pod": pod.Name, "graceOverride": *grace, "isEvicted": isEvicted, "phase": status.Phase,
		"reason": status.Reason, "message": status.Message, "event": p.events[pod.Name]}
	for _, each := range status.Conditions {
		told["condition"] = fields{"type": each.Type, "status": each.Status, "reason": each.Reason, "message": each.Message,
			"observedGeneration": each.ObservedGeneration}
	}
	p.told["evictions"] = append(p.told["evictions"].([]fields), told)
	p.evicted[pod.Name] = true
	if p.step.KillError != "" {
		return errors.New(p.step.KillError)
	}
	return nil
}

func (p *play) event(object string, event fields) {
	if name, ofPod := strings.CutPrefix(object, "pod/"); ofPod {
		p.events[name] = event
	} else {
		p.told["nodeEvents"] = append(p.told["nodeEvents"].([]fields), event)
	}
}

func (s eventSink) AnnotatedEventf(object runtime.Object, annotations map[string]string, kind, reason, format string,
	args ...any) {
	name := "node/node"
	if pod, ok := object.(*v1.Pod); ok {
		name = "pod/" + pod.Name
	}
	s.told(name, fields{"object": name, "type": kind, "reason": reason, "message": fmt.Sprintf(format, args...),
		"annotations": annotations})
}

func (p *play) hear(message string, values map[string]any) {
	switch message {
	case "Eviction manager: threshold observed resource":
		name := logFields[values["log"].(string)]
		p.told[name] = append(p.told[name].([]short), short{fmt.Sprint(values["signal"]),
			values["quantity"].(*resource.Quantity).String(), values["available"].(*resource.Quantity).String()})
	case "Eviction manager: pods ranked for eviction":
		names := []string{}
		for _, each := range p.listed {
			names = append(names, each.Name)
		}
		p.told["ranking"] = names
	case "Eviction manager: cannot evict a critical pod":
		p.told["criticalSkipped"] = append(p.told["criticalSkipped"].([]string), values["pod"].(klog.ObjectRef).Name)
	}
}

// pass runs one step and tells what came of it.
func (p *play) pass(step step) fields {
	p.step, p.freed, p.summaries, p.events = step, collection{}, 0, map[string]fields{}
	p.told = fields{"at": step.At, "reclaim": []string{}, "evictions": []fields{}, "nodeEvents": []fields{}, "ranking": []string{},
		"criticalSkipped": []string{}}
	for _, name := range []string{"met", "metOrUnresolved", "graceMet", "updated"} {
		p.told[name] = []short{}
	}
	p.clock.SetTime(moment(step.At))
	before := counts()
	if _, err := synchronize(underneath(p.manager), listener{p.hear}.context(), p, p.active); err != nil {
		p.told["error"] = err.Error()
	}
	p.counted(before)
	p.told["conditions"] = conditions(p.manager)
	p.admitted()
	for _, name := range logFields {
		if met, ok := p.told[name].([]short); ok {
			slices.SortFunc(met, func(a, b short) int {
				return cmp.Or(cmp.Compare(a.Signal, b.Signal), cmp.Compare(a.Quantity, b.Quantity))
			})
		}
	}
	gone := p.told["evictions"].([]fields)
	sort.SliceStable(gone, func(i, j int) bool { return gone[i]["pod"].(string) < gone[j]["pod"].(string) })
	sort.Strings(p.told["criticalSkipped"].([]string))
	return p.told
}

func counts() map[string]float64 {
	found := map[string]float64{}
	for _, label := range append(slices.Clone(localStorageLabels), signalLabels...) {
		found[label], _ = testutil.GetCounterMetricValue(metrics.Evictions.WithLabelValues(label))
	}
	return found
}

func (p *play) counted(before map[string]float64) {
	after, local, signals := counts(), map[string]int{}, []string{}
	for _, label := range localStorageLabels {
		if more := after[label] - before[label]; more > 0 {
			local[label] = int(more)
		}
	}
	for _, label := range signalLabels {
		if after[label] > before[label] {
			signals = append(signals, label)
		}
	}
	if len(local) > 0 {
		p.told["localStorageMetrics"] = local
	}
	p.told["signals"] = signals
}

// admitted asks for the ten pods of which README.md in checks/golden/node-pressure tells.
func (p *play) admitted() {
	answers := map[string]bool{}
	for name, one := range applicants() {
		result := p.admission.Admit(&lifecycle.PodAdmitAttributes{Pod: one})
		answers[name] = result.Admit
		if !result.Admit {
			p.told["rejectReason"] = result.Reason
			p.told["rejectMessage"] = bracketed.ReplaceAllStringFunc(result.Message, func(list string) string {
				names := strings.Fields(strings.Trim(list, "[]"))
				sort.Strings(names)
				return "[" + strings.Join(names, " ") + "]"
			})
		}
	}
	p.told["admit"] = answers
}

func applicants() map[string]*v1.Pod {
	plain := func(change func(*v1.Pod)) *v1.Pod {
		made := &v1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "p", Namespace: namespace, UID: "p"},
			Spec: v1.PodSpec{Containers: []v1.Container{{Name: "c"}}}}
		change(made)
		return made
	}
	tolerant := func(toleration v1.Toleration) *v1.Pod {
		return plain(func(pod *v1.Pod) { pod.Spec.Tolerations = []v1.Toleration{toleration} })
	}
	needing := func(requests, limits v1.ResourceList) *v1.Pod {
		return plain(func(pod *v1.Pod) {
			pod.Spec.Containers[0].Resources = v1.ResourceRequirements{Requests: requests, Limits: limits}
		})
	}
	important := func(priority int32) *v1.Pod {
		return plain(func(pod *v1.Pod) { pod.Spec.Priority = &priority })
	}
	annotated := func(name, value string) *v1.Pod {
		return plain(func(pod *v1.Pod) { pod.Annotations = map[string]string{name: value} })
	}
	memory := v1.ResourceList{v1.ResourceMemory: resource.MustParse("100Mi")}
	both := v1.ResourceList{v1.ResourceMemory: resource.MustParse("100Mi"), v1.ResourceCPU: resource.MustParse("1")}
	exists := func(key string) v1.Toleration {
		return v1.Toleration{Key: key, Operator: v1.TolerationOpExists, Effect: v1.TaintEffectNoSchedule}
	}
	return map[string]*v1.Pod{
		"besteffort":                           plain(func(*v1.Pod) {}),
		"besteffort-tolerates-memory-pressure": tolerant(exists(v1.TaintNodeMemoryPressure)),
		"besteffort-tolerates-disk-pressure":   tolerant(exists(v1.TaintNodeDiskPressure)),
		"besteffort-tolerates-everything":      tolerant(v1.Toleration{Operator: v1.TolerationOpExists}),
		"burstable":                            needing(memory, nil),
		"guaranteed":                           needing(both, both),
		"critical-priority":                    important(2000000000),
		"priority-just-below-critical":         important(1999999999),
		"static":                               annotated("kubernetes.io/config.source", "file"),
		"mirror":                               annotated("kubernetes.io/config.mirror", "m"),
	}
}

func (t *timelineCase) played(shuffle func([]*v1.Pod)) ([]fields, error) {
	one := &play{asked: t, shuffle: shuffle}
	if err := one.prepare(); err != nil {
		return nil, err
	}
	steps := []fields{}
	for _, step := range t.Steps {
		if step.Restart {
			if err := one.start(); err != nil {
				return nil, err
			}
		}
		steps = append(steps, one.pass(step))
	}
	return steps, nil
}

// outcomes are the courses that a case takes in several plays: by their text without metric labels, of which those that
// occurred are gathered in each.
func (t *timelineCase) outcomes(shuffle func([]*v1.Pod)) (map[string][]fields, error) {
	found := map[string][]fields{}
	for range rounds {
		steps, err := t.played(shuffle)
		if err != nil {
			return nil, err
		}
		labels := []any{}
		for _, each := range steps {
			labels = append(labels, each["signals"])
			delete(each, "signals")
		}
		text, err := json.Marshal(steps)
		if err != nil {
			return nil, err
		}
		for i, each := range steps {
			signals := labels[i].([]string)
			if before, known := found[string(text)]; known {
				signals = append(signals, before[i]["signals"].([]string)...)
			}
			sort.Strings(signals)
			each["signals"] = slices.Compact(signals)
		}
		found[string(text)] = steps
	}
	return found, nil
}

func timeline(input []byte) (any, error) {
	var asked timelineCase
	if err := json.Unmarshal(input, &asked); err != nil {
		return nil, err
	}
	gate := fmt.Sprintf("KubeletSeparateDiskGC=%t", !asked.Config.SeparateDiskGCOff)
	if err := utilfeature.DefaultMutableFeatureGate.Set(gate); err != nil {
		return nil, err
	}
	random := rand.New(rand.NewSource(1))
	found, err := asked.outcomes(func(pods []*v1.Pod) {
		random.Shuffle(len(pods), func(i, j int) { pods[i], pods[j] = pods[j], pods[i] })
	})
	if err != nil {
		return nil, err
	}
	if len(found) == 1 {
		for _, steps := range found {
			return fields{"steps": steps}, nil
		}
	}
	for _, order := range []func([]*v1.Pod){func([]*v1.Pod) {}, slices.Reverse[[]*v1.Pod]} {
		ordered, err := asked.outcomes(order)
		if err != nil {
			return nil, err
		}
		if len(ordered) != len(found) || len(found) > outcomesMax {
			return nil, fmt.Errorf("%d outcomes, %d with pods in one order", len(found), len(ordered))
		}
	}
	texts := []string{}
	for text := range found {
		texts = append(texts, text)
	}
	sort.Strings(texts)
	some := []fields{}
	for _, text := range texts {
		some = append(some, fields{"steps": found[text]})
	}
	return fields{"oneOf": some}, nil
}

func init() {
	metrics.Register()
}
