package main

import (
	"fmt"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	statsapi "k8s.io/kubelet/pkg/apis/stats/v1alpha1"
)

const namespace = "default"

type container struct {
	Name          string                     `json:"name"`
	Requests      map[string]string          `json:"requests"`
	Limits        map[string]string          `json:"limits"`
	RestartPolicy *v1.ContainerRestartPolicy `json:"restartPolicy"`
}

type volume struct {
	Name      string `json:"name"`
	Type      string `json:"type"`
	Medium    string `json:"medium"`
	SizeLimit string `json:"sizeLimit"`
}

type pod struct {
	Name                          string            `json:"name"`
	UID                           string            `json:"uid"`
	Generation                    int64             `json:"generation"`
	Annotations                   map[string]string `json:"annotations"`
	Priority                      *int32            `json:"priority"`
	PriorityClassName             string            `json:"priorityClassName"`
	QOSClass                      string            `json:"qosClass"`
	TerminationGracePeriodSeconds *int64            `json:"terminationGracePeriodSeconds"`
	Containers                    []container       `json:"containers"`
	InitContainers                []container       `json:"initContainers"`
	EphemeralContainers           []string          `json:"ephemeralContainers"`
	Overhead                      map[string]string `json:"overhead"`
	Resources                     *container        `json:"resources"`
	Volumes                       []volume          `json:"volumes"`
}

func resources(amounts map[string]string) (v1.ResourceList, error) {
	if amounts == nil {
		return nil, nil
	}
	made := v1.ResourceList{}
	for name, text := range amounts {
		amount, err := resource.ParseQuantity(text)
		if err != nil {
			return nil, fmt.Errorf("%s %q: %w", name, text, err)
		}
		made[v1.ResourceName(name)] = amount
	}
	return made, nil
}

func requirements(one container) (v1.ResourceRequirements, error) {
	requests, err := resources(one.Requests)
	if err != nil {
		return v1.ResourceRequirements{}, err
	}
	limits, err := resources(one.Limits)
	return v1.ResourceRequirements{Requests: requests, Limits: limits}, err
}

func containers(from []container) ([]v1.Container, error) {
	var made []v1.Container
	for _, one := range from {
		needs, err := requirements(one)
		if err != nil {
			return nil, err
		}
		made = append(made, v1.Container{Name: one.Name, Resources: needs, RestartPolicy: one.RestartPolicy})
	}
	return made, nil
}

func (one volume) made() (v1.Volume, error) {
	source := v1.VolumeSource{}
	switch one.Type {
	case "emptyDir":
		source.EmptyDir = &v1.EmptyDirVolumeSource{Medium: v1.StorageMedium(one.Medium)}
		if one.SizeLimit != "" {
			limit, err := resource.ParseQuantity(one.SizeLimit)
			if err != nil {
				return v1.Volume{}, err
			}
			source.EmptyDir.SizeLimit = &limit
		}
	case "hostPath":
		source.HostPath = &v1.HostPathVolumeSource{}
	case "configMap":
		source.ConfigMap = &v1.ConfigMapVolumeSource{}
	case "secret":
		source.Secret = &v1.SecretVolumeSource{}
	case "gitRepo":
		source.GitRepo = &v1.GitRepoVolumeSource{}
	case "downwardAPI":
		source.DownwardAPI = &v1.DownwardAPIVolumeSource{}
	case "projected":
		source.Projected = &v1.ProjectedVolumeSource{}
	case "persistentVolumeClaim":
		source.PersistentVolumeClaim = &v1.PersistentVolumeClaimVolumeSource{}
	case "ephemeral":
		source.Ephemeral = &v1.EphemeralVolumeSource{}
	case "csi":
		source.CSI = &v1.CSIVolumeSource{}
	case "image":
		source.Image = &v1.ImageVolumeSource{}
	default:
		return v1.Volume{}, fmt.Errorf("volume of type %q is not known", one.Type)
	}
	return v1.Volume{Name: one.Name, VolumeSource: source}, nil
}

func (p pod) made() (*v1.Pod, error) {
	made := &v1.Pod{
		ObjectMeta: metav1.ObjectMeta{Name: p.Name, Namespace: namespace, UID: types.UID(p.UID), Generation: p.Generation,
			Annotations: p.Annotations},
		Spec: v1.PodSpec{Priority: p.Priority, PriorityClassName: p.PriorityClassName,
			TerminationGracePeriodSeconds: p.TerminationGracePeriodSeconds},
		Status: v1.PodStatus{QOSClass: v1.PodQOSClass(p.QOSClass)},
	}
	var err error
	if made.Spec.Containers, err = containers(p.Containers); err != nil {
		return nil, err
	}
	if made.Spec.InitContainers, err = containers(p.InitContainers); err != nil {
		return nil, err
	}
	for _, name := range p.EphemeralContainers {
		made.Spec.EphemeralContainers = append(made.Spec.EphemeralContainers,
			v1.EphemeralContainer{EphemeralContainerCommon: v1.EphemeralContainerCommon{Name: name}})
	}
	if made.Spec.Overhead, err = resources(p.Overhead); err != nil {
		return nil, err
	}
	if p.Resources != nil {
		needs, err := requirements(*p.Resources)
		if err != nil {
			return nil, err
		}
		made.Spec.Resources = &needs
	}
	for _, each := range p.Volumes {
		one, err := each.made()
		if err != nil {
			return nil, err
		}
		made.Spec.Volumes = append(made.Spec.Volumes, one)
	}
	return made, nil
}

// seen is when something was observed: at its own time, at none, or at the time of the pass.
type seen struct {
	Time     *int64 `json:"time"`
	ZeroTime bool   `json:"zeroTime"`
}

func (s seen) at(pass int64) metav1.Time {
	if s.ZeroTime {
		return metav1.Time{}
	}
	if s.Time != nil {
		pass = *s.Time
	}
	return metav1.NewTime(moment(pass))
}

func moment(seconds int64) time.Time {
	return time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(seconds) * time.Second)
}

type memory struct {
	seen
	Available  *uint64 `json:"available"`
	WorkingSet *uint64 `json:"workingSet"`
}

func (m *memory) made(pass int64) *statsapi.MemoryStats {
	if m == nil {
		return nil
	}
	return &statsapi.MemoryStats{Time: m.at(pass), AvailableBytes: m.Available, WorkingSetBytes: m.WorkingSet}
}

type filesystem struct {
	seen
	Available  *uint64 `json:"available"`
	Capacity   *uint64 `json:"capacity"`
	InodesFree *uint64 `json:"inodesFree"`
	Inodes     *uint64 `json:"inodes"`
}

// plus adds what was freed, up to the capacity; nothing of it is seen where nothing is known.
func plus(free, capacity *uint64, freed uint64) *uint64 {
	if free == nil {
		return nil
	}
	sum := *free + freed
	if capacity != nil && sum > *capacity {
		sum = *capacity
	}
	return &sum
}

func (f *filesystem) made(pass int64, bytes, inodes uint64) *statsapi.FsStats {
	if f == nil {
		return nil
	}
	return &statsapi.FsStats{Time: f.at(pass), AvailableBytes: plus(f.Available, f.Capacity, bytes), CapacityBytes: f.Capacity,
		InodesFree: plus(f.InodesFree, f.Inodes, inodes), Inodes: f.Inodes}
}

type rlimit struct {
	seen
	MaxPID  *int64 `json:"maxPID"`
	Running *int64 `json:"running"`
}

type machine struct {
	Memory            *memory     `json:"memory"`
	AllocatableMemory *memory     `json:"allocatableMemory"`
	Nodefs            *filesystem `json:"nodefs"`
	Imagefs           *filesystem `json:"imagefs"`
	Containerfs       *filesystem `json:"containerfs"`
	Rlimit            *rlimit     `json:"rlimit"`
}

type used struct {
	Bytes  *uint64 `json:"bytes"`
	Inodes *uint64 `json:"inodes"`
}

func (u *used) made() *statsapi.FsStats {
	if u == nil {
		return nil
	}
	return &statsapi.FsStats{UsedBytes: u.Bytes, InodesUsed: u.Inodes}
}

type podStats struct {
	Memory           *uint64 `json:"memory"`
	Processes        *uint64 `json:"processes"`
	EphemeralStorage *uint64 `json:"ephemeralStorage"`
	Containers       []struct {
		Name   string  `json:"name"`
		Memory *uint64 `json:"memory"`
		Rootfs *used   `json:"rootfs"`
		Logs   *used   `json:"logs"`
	} `json:"containers"`
	Volumes []struct {
		used
		Name string `json:"name"`
	} `json:"volumes"`
}

func (p podStats) made(name, uid string) statsapi.PodStats {
	made := statsapi.PodStats{PodRef: statsapi.PodReference{Name: name, Namespace: namespace, UID: uid}}
	if p.Memory != nil {
		made.Memory = &statsapi.MemoryStats{WorkingSetBytes: p.Memory}
	}
	if p.Processes != nil {
		made.ProcessStats = &statsapi.ProcessStats{ProcessCount: p.Processes}
	}
	if p.EphemeralStorage != nil {
		made.EphemeralStorage = &statsapi.FsStats{UsedBytes: p.EphemeralStorage}
	}
	for _, one := range p.Containers {
		stats := statsapi.ContainerStats{Name: one.Name, Rootfs: one.Rootfs.made(), Logs: one.Logs.made()}
		if one.Memory != nil {
			stats.Memory = &statsapi.MemoryStats{WorkingSetBytes: one.Memory}
		}
		made.Containers = append(made.Containers, stats)
	}
	for _, one := range p.Volumes {
		made.VolumeStats = append(made.VolumeStats, statsapi.VolumeStats{Name: one.Name, FsStats: *one.used.made()})
	}
	return made
}

// collection is what one call of a garbage collection frees, and the error with which it ends.
type collection struct {
	NodefsBytes       uint64 `json:"nodefsBytes"`
	NodefsInodes      uint64 `json:"nodefsInodes"`
	ImagefsBytes      uint64 `json:"imagefsBytes"`
	ImagefsInodes     uint64 `json:"imagefsInodes"`
	ContainerfsBytes  uint64 `json:"containerfsBytes"`
	ContainerfsInodes uint64 `json:"containerfsInodes"`
	Error             string `json:"error"`
}

func (c *collection) add(more collection) {
	c.NodefsBytes += more.NodefsBytes
	c.NodefsInodes += more.NodefsInodes
	c.ImagefsBytes += more.ImagefsBytes
	c.ImagefsInodes += more.ImagefsInodes
	c.ContainerfsBytes += more.ContainerfsBytes
	c.ContainerfsInodes += more.ContainerfsInodes
}

type step struct {
	At                       int64               `json:"at"`
	Node                     machine             `json:"node"`
	PodStats                 map[string]podStats `json:"podStats"`
	Active                   []string            `json:"active"`
	ContainerGC              collection          `json:"containerGC"`
	ImageGC                  collection          `json:"imageGC"`
	ImageFsError             string              `json:"imageFsError"`
	ContainerFsError         string              `json:"containerFsError"`
	SummaryError             string              `json:"summaryError"`
	SummaryErrorAfterReclaim string              `json:"summaryErrorAfterReclaim"`
	KillError                string              `json:"killError"`
	Restart                  bool                `json:"restart"`
}

// summary is what the node tells in this pass, when so much has been freed.
func (s step) summary(uids map[string]string, freed collection) *statsapi.Summary {
	node := s.Node
	made := &statsapi.Summary{Node: statsapi.NodeStats{
		Memory: node.Memory.made(s.At),
		Fs:     node.Nodefs.made(s.At, freed.NodefsBytes, freed.NodefsInodes),
	}}
	if node.AllocatableMemory != nil {
		made.Node.SystemContainers = []statsapi.ContainerStats{
			{Name: statsapi.SystemContainerPods, Memory: node.AllocatableMemory.made(s.At)}}
	}
	if node.Imagefs != nil || node.Containerfs != nil {
		made.Node.Runtime = &statsapi.RuntimeStats{
			ImageFs:     node.Imagefs.made(s.At, freed.ImagefsBytes, freed.ImagefsInodes),
			ContainerFs: node.Containerfs.made(s.At, freed.ContainerfsBytes, freed.ContainerfsInodes),
		}
	}
	if node.Rlimit != nil {
		made.Node.Rlimit = &statsapi.RlimitStats{Time: node.Rlimit.at(s.At), MaxPID: node.Rlimit.MaxPID,
			NumOfRunningProcesses: node.Rlimit.Running}
	}
	for name, stats := range s.PodStats {
		made.Pods = append(made.Pods, stats.made(name, uids[name]))
	}
	return made
}
