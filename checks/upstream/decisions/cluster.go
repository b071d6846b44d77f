package main

import (
	"context"

	apps "k8s.io/api/apps/v1"
	v1 "k8s.io/api/core/v1"
	policy "k8s.io/api/policy/v1"
	scheduling "k8s.io/api/scheduling/v1"
	storage "k8s.io/api/storage/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/client-go/tools/events"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/scheduler"
	internalcache "k8s.io/kubernetes/pkg/scheduler/backend/cache"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/profile"
)

// cluster is the input of a case.
type cluster struct {
	Nodes                  []*v1.Node                    `json:"nodes"`
	Pods                   []*v1.Pod                     `json:"pods"`
	Namespaces             []*v1.Namespace               `json:"namespaces"`
	Services               []*v1.Service                 `json:"services"`
	ReplicaSets            []*apps.ReplicaSet            `json:"replicaSets"`
	StatefulSets           []*apps.StatefulSet           `json:"statefulSets"`
	ReplicationControllers []*v1.ReplicationController   `json:"replicationControllers"`
	PriorityClasses        []*scheduling.PriorityClass   `json:"priorityClasses"`
	Pdbs                   []*policy.PodDisruptionBudget `json:"pdbs"`
	PersistentVolumes      []*v1.PersistentVolume        `json:"persistentVolumes"`
	PersistentVolumeClaims []*v1.PersistentVolumeClaim   `json:"persistentVolumeClaims"`
	StorageClasses         []*storage.StorageClass       `json:"storageClasses"`
	CSINodes               []*storage.CSINode            `json:"csiNodes"`
	Pod                    *v1.Pod                       `json:"pod"`
}

func appendAll[T runtime.Object](all []runtime.Object, some []T) []runtime.Object {
	for _, one := range some {
		all = append(all, one)
	}
	return all
}

// objects are all that the scheduler sees: its watch of pods leaves out those that have ended.
func (c *cluster) objects() []runtime.Object {
	var all []runtime.Object
	for _, pod := range append(c.Pods, c.Pod) {
		if pod.Status.Phase != v1.PodSucceeded && pod.Status.Phase != v1.PodFailed {
			all = append(all, pod)
		}
	}
	all = appendAll(appendAll(appendAll(all, c.Nodes), c.Namespaces), c.Services)
	all = appendAll(appendAll(appendAll(all, c.ReplicaSets), c.StatefulSets), c.ReplicationControllers)
	all = appendAll(appendAll(appendAll(all, c.PriorityClasses), c.Pdbs), c.PersistentVolumes)
	return appendAll(appendAll(appendAll(all, c.PersistentVolumeClaims), c.StorageClasses), c.CSINodes)
}

// subject is a scheduler that knows a cluster and has tried nothing yet.
type subject struct {
	scheduler *scheduler.Scheduler
	framework framework.Framework
	snapshot  *internalcache.Snapshot
	informers informers.SharedInformerFactory
}

func newSubject(ctx context.Context, c *cluster) (*subject, error) {
	client := fake.NewSimpleClientset(c.objects()...)
	factory := scheduler.NewInformerFactory(client, 0)
	recorders := profile.NewRecorderFactory(events.NewBroadcaster(&events.EventSinkImpl{Interface: client.EventsV1()}))
	allNodes := int32(100)
	made, err := scheduler.New(ctx, client, factory, nil, recorders, scheduler.WithPercentageOfNodesToScore(&allNodes))
	if err != nil {
		return nil, err
	}
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	if err := made.WaitForHandlersSync(ctx); err != nil {
		return nil, err
	}
	chosen := made.Profiles[v1.DefaultSchedulerName]
	snapshot := chosen.SnapshotSharedLister().(*internalcache.Snapshot)
	if err := made.Cache.UpdateSnapshot(klog.FromContext(ctx), snapshot); err != nil {
		return nil, err
	}
	return &subject{made, chosen, snapshot, factory}, nil
}
