package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/kubernetes/pkg/apis/core/v1/helper/qos"
	"k8s.io/kubernetes/pkg/kubelet/apis/config/scheme"
	"k8s.io/kubernetes/pkg/kubelet/eviction"
	evictionapi "k8s.io/kubernetes/pkg/kubelet/eviction/api"
	"k8s.io/kubernetes/pkg/kubelet/kubeletconfig/util/codec"
	kubeletqos "k8s.io/kubernetes/pkg/kubelet/qos"
)

// Go walks through maps in another order each time: whatever may come out of that comes out within so many rounds.
const rounds = 48

type settings struct {
	EnforceNodeAllocatable        []string          `json:"enforceNodeAllocatable"`
	EvictionHard                  map[string]string `json:"evictionHard"`
	EvictionSoft                  map[string]string `json:"evictionSoft"`
	EvictionSoftGracePeriod       map[string]string `json:"evictionSoftGracePeriod"`
	EvictionMinimumReclaim        map[string]string `json:"evictionMinimumReclaim"`
	TransitionPeriodSeconds       int64             `json:"transitionPeriodSeconds"`
	MaxPodGracePeriodSeconds      int64             `json:"maxPodGracePeriodSeconds"`
	LocalStorageCapacityIsolation bool              `json:"localStorageCapacityIsolation"`
	SeparateDiskGCOff             bool              `json:"separateDiskGCOff"`
}

func (s settings) thresholds() ([]evictionapi.Threshold, error) {
	return eviction.ParseThresholdConfig(s.EnforceNodeAllocatable, s.EvictionHard, s.EvictionSoft, s.EvictionSoftGracePeriod,
		s.EvictionMinimumReclaim)
}

type fields = map[string]any

// value is an amount, or a share, and what that comes to where the capacity is known.
func value(value evictionapi.ThresholdValue, capacity *resource.Quantity) fields {
	told := fields{}
	if value.Quantity != nil {
		told["quantity"] = value.Quantity.String()
	} else {
		told["percentage"] = strconv.FormatFloat(float64(value.Percentage), 'g', -1, 32)
		told["percentageFloat32Bits"] = math.Float32bits(value.Percentage)
	}
	if capacity != nil {
		effective := evictionapi.GetThresholdQuantity(value, capacity)
		told["effective"] = effective.String()
		told["effectiveValue"] = effective.Value()
	}
	return told
}

func list(thresholds []evictionapi.Threshold, capacities map[string]int64) []fields {
	sorted := append([]evictionapi.Threshold{}, thresholds...)
	slices.SortFunc(sorted, func(a, b evictionapi.Threshold) int {
		return cmp.Or(cmp.Compare(a.Signal, b.Signal), cmp.Compare(a.GracePeriod, b.GracePeriod), cmp.Compare(a.Operator, b.Operator))
	})
	told := []fields{}
	for _, each := range sorted {
		var capacity *resource.Quantity
		if amount, known := capacities[string(each.Signal)]; known {
			capacity = resource.NewQuantity(amount, resource.BinarySI)
		}
		one := fields{
			"signal": each.Signal, "operator": each.Operator, "value": value(each.Value, capacity),
			"graceNanos": each.GracePeriod.Nanoseconds(), "grace": each.GracePeriod.String(),
		}
		if each.MinReclaim != nil {
			one["minReclaim"] = value(*each.MinReclaim, capacity)
		}
		told = append(told, one)
	}
	return told
}

// oneOrSome stores what was seen: under name if it is one text, under name and "OneOf" if there are several.
func oneOrSome(target fields, name string, seen map[string]bool) {
	texts := []string{}
	for text := range seen {
		texts = append(texts, text)
	}
	sort.Strings(texts)
	if len(texts) == 1 {
		target[name] = texts[0]
	} else if len(texts) > 1 {
		target[name+"OneOf"] = texts
	}
}

func parsed(input []byte) (any, error) {
	var asked struct {
		Config   settings         `json:"config"`
		Capacity map[string]int64 `json:"capacity"`
	}
	if err := json.Unmarshal(input, &asked); err != nil {
		return nil, err
	}
	refused := map[string]bool{}
	layouts := map[string][2]bool{"single": {false, false}, "dedicated": {true, false}, "split": {true, true}}
	logged := map[string]map[string]bool{"single": {}, "dedicated": {}, "split": {}}
	answer, after := fields{}, fields{}
	for range rounds {
		thresholds, err := asked.Config.thresholds()
		if err != nil {
			refused[err.Error()] = true
			continue
		}
		answer["thresholds"] = list(thresholds, asked.Capacity)
		for name, layout := range layouts {
			changed, complaint := eviction.UpdateContainerFsThresholds(append([]evictionapi.Threshold{}, thresholds...), layout[0],
				layout[1])
			if complaint != nil {
				logged[name][complaint.Error()] = true
			}
			one := fields{"thresholds": list(changed, asked.Capacity)}
			oneOrSome(one, "logged", logged[name])
			after[name] = one
		}
		answer["afterLayout"] = after
	}
	oneOrSome(answer, "error", refused)
	return answer, nil
}

func quantities(input []byte) (any, error) {
	var asked struct {
		Texts   []string `json:"texts"`
		Numbers []struct {
			Value  int64           `json:"value"`
			Format resource.Format `json:"format"`
		} `json:"numbers"`
	}
	if err := json.Unmarshal(input, &asked); err != nil {
		return nil, err
	}
	texts, numbers := []fields{}, []string{}
	for _, text := range asked.Texts {
		if read, err := resource.ParseQuantity(text); err != nil {
			texts = append(texts, fields{"input": text, "error": err.Error()})
		} else {
			texts = append(texts, fields{"input": text, "format": read.Format, "text": read.String(), "value": read.Value(),
				"sign": read.Sign()})
		}
	}
	for _, number := range asked.Numbers {
		numbers = append(numbers, resource.NewQuantity(number.Value, number.Format).String())
	}
	return fields{"texts": texts, "numbers": numbers}, nil
}

// defaults reads a configuration file as cmd/kubelet/app/server.go (loadConfigFile) does.
func defaults(input []byte) (any, error) {
	var asked struct {
		ConfigFile string `json:"configFile"`
	}
	if err := json.Unmarshal(input, &asked); err != nil {
		return nil, err
	}
	_, codecs, err := scheme.NewSchemeAndCodecs(serializer.EnableStrict)
	if err != nil {
		return nil, err
	}
	config, err := codec.DecodeKubeletConfiguration(context.Background(), codecs, []byte(asked.ConfigFile))
	if err != nil {
		return nil, err
	}
	hard := map[string]string{}
	for name, text := range config.EvictionHard {
		hard[name] = text
	}
	if config.EvictionHard == nil || config.MergeDefaultEvictionSettings {
		for name, text := range eviction.DefaultEvictionHard {
			if _, set := hard[name]; !set {
				hard[name] = text
			}
		}
	}
	answer := fields{
		"evictionHard":                  hard,
		"transitionPeriodSeconds":       int64(config.EvictionPressureTransitionPeriod.Seconds()),
		"maxPodGracePeriodSeconds":      config.EvictionMaxPodGracePeriod,
		"enforceNodeAllocatable":        config.EnforceNodeAllocatable,
		"localStorageCapacityIsolation": config.LocalStorageCapacityIsolation,
	}
	refused := map[string]bool{}
	for range rounds {
		thresholds, err := eviction.ParseThresholdConfig(config.EnforceNodeAllocatable, hard, config.EvictionSoft,
			config.EvictionSoftGracePeriod, config.EvictionMinimumReclaim)
		if err != nil {
			refused[err.Error()] = true
		} else {
			answer["thresholds"] = list(thresholds, nil)
		}
	}
	if len(refused) > 1 {
		return nil, fmt.Errorf("%d mistakes, of which any may be told", len(refused))
	}
	oneOrSome(answer, "parseError", refused)
	return answer, nil
}

func oomScores(input []byte) (any, error) {
	var asked struct {
		Pod            pod   `json:"pod"`
		MemoryCapacity int64 `json:"memoryCapacity"`
	}
	if err := json.Unmarshal(input, &asked); err != nil {
		return nil, err
	}
	made, err := asked.Pod.made()
	if err != nil {
		return nil, err
	}
	scores := map[string]int{}
	for _, group := range [][]v1.Container{made.Spec.InitContainers, made.Spec.Containers} {
		for i := range group {
			scores[group[i].Name] = kubeletqos.GetContainerOOMScoreAdjust(made, &group[i], asked.MemoryCapacity)
		}
	}
	return fields{"qosClass": qos.GetPodQOS(made), "oomScoreAdj": scores}, nil
}
