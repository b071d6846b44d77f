package main

import (
	"context"
	"reflect"
	"sort"
	_ "unsafe" // for go:linkname

	"github.com/go-logr/logr"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/kubelet/eviction"
)

// The library's own pass, which its loop calls: here it is called once a step, under a clock that stands.
//
//go:linkname synchronize k8s.io/kubernetes/pkg/kubelet/eviction.(*managerImpl).synchronize
func synchronize(manager *anyManager, ctx context.Context, disks eviction.DiskInfoProvider,
	pods eviction.ActivePodsFunc) ([]*v1.Pod, error)

// anyManager stands for the library's type, which it does not export.
type anyManager struct{}

func underneath(manager eviction.Manager) *anyManager {
	return (*anyManager)(reflect.ValueOf(manager).UnsafePointer())
}

// conditions are those which the manager reports, sorted.
func conditions(manager eviction.Manager) []string {
	names := []string{}
	list := reflect.ValueOf(manager).Elem().FieldByName("nodeConditions")
	for i := range list.Len() {
		names = append(names, list.Index(i).String())
	}
	sort.Strings(names)
	return names
}

// listener hears what the library logs: it tells there which thresholds are met, and whom it finds critical.
type listener struct {
	hear func(message string, values map[string]any)
}

func (l listener) Init(logr.RuntimeInfo)                    {}
func (l listener) Enabled(int) bool                         { return true }
func (l listener) WithValues(...any) logr.LogSink           { return l }
func (l listener) WithName(string) logr.LogSink             { return l }
func (l listener) Error(_ error, message string, kv ...any) { l.Info(0, message, kv...) }

func (l listener) Info(_ int, message string, kv ...any) {
	values := map[string]any{}
	for i := 0; i+1 < len(kv); i += 2 {
		if name, ok := kv[i].(string); ok {
			values[name] = kv[i+1]
		}
	}
	l.hear(message, values)
}

func (l listener) context() context.Context {
	return klog.NewContext(context.Background(), logr.New(l))
}

// eventSink gathers events as the recording writes them.
type eventSink struct {
	told func(object string, event fields)
}

func (s eventSink) Event(object runtime.Object, kind, reason, message string) {
	s.AnnotatedEventf(object, nil, kind, reason, "%s", message)
}

func (s eventSink) Eventf(object runtime.Object, kind, reason, format string, args ...any) {
	s.AnnotatedEventf(object, nil, kind, reason, format, args...)
}
