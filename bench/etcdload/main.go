// Command etcdload drives one API server over its public interface and prints one JSON line of figures. It is the same
// client for every server compared (bench/onetcd), and needs nothing but Go.
//
//	etcdload -server URL -token T prepare                     the namespace and its account
//	etcdload ... create -n 10000 -start 0 -c 64               pods, each by a POST of its own
//	etcdload ... bind   -n 10000 -start 0 -c 64               a binding for each
//	etcdload ... list   -runs 5 -clients 1                    all pods in one answer; -path, -accept for others
//	etcdload ... watch  -watchers 1000 -n 300 -size 512       watchers of one namespace, n objects made meanwhile, -wave at a time
//	etcdload ... hold   -watchers 10000                       watchers that stay until standard input ends
package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

var (
	server = flag.String("server", "https://127.0.0.1:6443", "API server")
	token  = flag.String("token", "", "bearer token")
)

const (
	namespace   = "etcdload"
	connections = 4
	// Servers let a client have so many streams on one connection.
	watchersPerConnection = 100
)

func client() *http.Client {
	return &http.Client{Transport: &http.Transport{
		TLSClientConfig:   &tls.Config{InsecureSkipVerify: true},
		ForceAttemptHTTP2: true,
		WriteBufferSize:   64 << 10,
		ReadBufferSize:    64 << 10,
	}}
}

func call(c *http.Client, method, path string, body []byte) (int, []byte, error) {
	r, err := http.NewRequest(method, *server+path, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	r.Header.Set("Authorization", "Bearer "+*token)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json")
	answer, err := c.Do(r)
	if err != nil {
		return 0, nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return answer.StatusCode, text, err
}

func pod(i int) []byte {
	return fmt.Appendf(nil, `{"kind":"Pod","apiVersion":"v1","metadata":{"name":"p-%06d","namespace":"%s","labels":{"app":"a-%d","bench":"etcdload"}},`+
		`"spec":{"schedulerName":"nobody","tolerations":[{"key":"spot","operator":"Exists","effect":"NoExecute","tolerationSeconds":60}],`+
		`"containers":[{"name":"c","image":"registry.k8s.io/pause:3.10","resources":{"requests":{"cpu":"10m","memory":"16Mi"}},`+
		`"env":[{"name":"A","value":"b"}],"ports":[{"containerPort":80}]}]}}`, i, namespace, i%100)
}

func binding(i int) []byte {
	return fmt.Appendf(nil, `{"kind":"Binding","apiVersion":"v1","metadata":{"name":"p-%06d","namespace":"%s"},"target":{"kind":"Node","name":"node-%d"}}`,
		i, namespace, i%1000)
}

// The connections that all writes share.
var clients = sync.OnceValue(func() []*http.Client {
	some := make([]*http.Client, connections)
	for i := range some {
		some[i] = client()
	}
	return some
})

// Each number from start on, by c workers over some connections; the times of all answers in order, in milliseconds.
func each(start, n, c int, send func(c *http.Client, i int) error) ([]float64, float64, error) {
	times := make([]float64, n)
	var next atomic.Int64
	var wait sync.WaitGroup
	var failed atomic.Pointer[error]
	begun := time.Now()
	for w := range c {
		wait.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n || failed.Load() != nil {
					return
				}
				sent := time.Now()
				if err := send(clients()[w%connections], start+i); err != nil {
					failed.Store(&err)
					return
				}
				times[i] = float64(time.Since(sent).Microseconds()) / 1000
			}
		})
	}
	wait.Wait()
	seconds := time.Since(begun).Seconds()
	if err := failed.Load(); err != nil {
		return nil, 0, *err
	}
	slices.Sort(times)
	return times, seconds, nil
}

func expect(wanted int) func(int, []byte, error) error {
	return func(status int, text []byte, err error) error {
		if err == nil && status != wanted {
			err = fmt.Errorf("%d: %.300s", status, text)
		}
		return err
	}
}

func print(figures map[string]any) {
	line, _ := json.Marshal(figures)
	fmt.Println(string(line))
}

func writes(what string, start, n, c int) error {
	times, seconds, err := each(start, n, c, func(h *http.Client, i int) error {
		if what == "create" {
			return expect(201)(call(h, "POST", "/api/v1/namespaces/"+namespace+"/pods", pod(i)))
		}
		return expect(201)(call(h, "POST", fmt.Sprintf("/api/v1/namespaces/%s/pods/p-%06d/binding", namespace, i), binding(i)))
	})
	if err != nil {
		return err
	}
	print(map[string]any{"per_s": float64(n) / seconds, "p50_ms": times[n/2], "p99_ms": times[n*99/100]})
	return nil
}

// Reads an answer to its end and keeps nothing of it.
func drain(h *http.Client, path, accept string) (int64, error) {
	r, err := http.NewRequest("GET", *server+path, nil)
	if err != nil {
		return 0, err
	}
	r.Header.Set("Authorization", "Bearer "+*token)
	r.Header.Set("Accept", accept)
	answer, err := h.Do(r)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != 200 {
		return 0, fmt.Errorf("list: %d", answer.StatusCode)
	}
	return io.Copy(io.Discard, answer.Body)
}

func lists(runs, clients int, path, accept string) error {
	var best float64
	var size atomic.Int64
	each := make([]*http.Client, clients)
	for i := range each {
		each[i] = client()
	}
	for i := range runs {
		failed := make(chan error, clients)
		begun := time.Now()
		for _, h := range each {
			go func() {
				read, err := drain(h, path, accept)
				size.Store(read)
				failed <- err
			}()
		}
		for range each {
			if err := <-failed; err != nil {
				return err
			}
		}
		if took := time.Since(begun).Seconds(); i == 0 || took < best {
			best = took
		}
	}
	print(map[string]any{"s_min": best, "mb": float64(size.Load()) / 1e6})
	return nil
}

const watched = "/api/v1/namespaces/" + namespace + "/configmaps?labelSelector=fan"

// The revision from which watchers begin, so that none hears of what is there already.
func now(h *http.Client) (string, error) {
	status, text, err := call(h, "GET", watched+"&limit=1", nil)
	if err := expect(200)(status, text, err); err != nil {
		return "", err
	}
	var list struct {
		Metadata struct{ ResourceVersion string }
	}
	err = json.Unmarshal(text, &list)
	return list.Metadata.ResourceVersion, err
}

// Follows the ConfigMaps of the namespace and tells the moment of each line.
func follow(ctx context.Context, h *http.Client, revision string, ready func(), told func()) error {
	r, err := http.NewRequestWithContext(ctx, "GET", *server+watched+"&watch=1&resourceVersion="+revision, nil)
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+*token)
	r.Header.Set("Accept", "application/json")
	answer, err := h.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != 200 {
		return fmt.Errorf("watch: %d", answer.StatusCode)
	}
	ready()
	lines := bufio.NewReaderSize(answer.Body, 4096)
	for {
		_, err := lines.ReadSlice('\n')
		for err == bufio.ErrBufferFull {
			_, err = lines.ReadSlice('\n')
		}
		if err != nil {
			return err
		}
		told()
	}
}

// Begins watches and returns once all are there; what ends one goes into the channel.
func gather(ctx context.Context, watchers int, told func()) (chan error, error) {
	var here sync.WaitGroup
	failed := make(chan error, watchers)
	here.Add(watchers)
	revision, err := now(client())
	if err != nil {
		return nil, err
	}
	var h *http.Client
	for i := range watchers {
		if i%watchersPerConnection == 0 {
			h = client()
		}
		mine := h
		go func() { failed <- follow(ctx, mine, revision, here.Done, told) }()
	}
	all := make(chan bool)
	go func() { here.Wait(); close(all) }()
	select {
	case <-all:
		return failed, nil
	case err := <-failed:
		return nil, err
	case <-time.After(2 * time.Minute):
		return nil, fmt.Errorf("not all watchers are there after two minutes")
	}
}

func hold(watchers int) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	failed, err := gather(ctx, watchers, func() {})
	if err != nil {
		return err
	}
	print(map[string]any{"watchers": watchers})
	end := make(chan bool)
	go func() { _, _ = io.Copy(io.Discard, os.Stdin); close(end) }()
	select {
	case <-end:
		return nil
	case err := <-failed:
		return fmt.Errorf("a watch ended: %w", err)
	}
}

// Makes n objects in waves of so many and waits before each wave until everybody was told of the one before: a server may end
// the watch of who is too far behind, and this client is, for it reads on the same cores. The time is that of all waves.
func fan(watchers, n, wave, c, size int) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var told, wanted atomic.Int64
	done := make(chan bool, 1)
	failed, err := gather(ctx, watchers, func() {
		if told.Add(1) == wanted.Load() {
			done <- true
		}
	})
	if err != nil {
		return err
	}
	text := strings.Repeat("x", size)
	begun := time.Now()
	for made := 0; made < n; made += wave {
		more := min(wave, n-made)
		wanted.Store(int64(watchers * (made + more)))
		_, _, err := each(made, more, c, func(h *http.Client, i int) error {
			body := fmt.Appendf(nil, `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"generateName":"fan-","labels":{"fan":""}},"data":{"text":"%d%s"}}`, i, text)
			return expect(201)(call(h, "POST", "/api/v1/namespaces/"+namespace+"/configmaps", body))
		})
		if err != nil {
			return err
		}
		select {
		case <-done:
		case err := <-failed:
			return fmt.Errorf("a watch ended: %w, after %d of %d events", err, told.Load(), watchers*n)
		case <-time.After(5 * time.Minute):
			return fmt.Errorf("%d of %d events after five minutes", told.Load(), watchers*n)
		}
	}
	print(map[string]any{"events_per_s": float64(watchers*n) / time.Since(begun).Seconds()})
	return nil
}

func prepare() error {
	h := client()
	body := fmt.Appendf(nil, `{"kind":"Namespace","apiVersion":"v1","metadata":{"name":"%s"}}`, namespace)
	if err := expect(201)(call(h, "POST", "/api/v1/namespaces", body)); err != nil {
		return err
	}
	account := []byte(`{"kind":"ServiceAccount","apiVersion":"v1","metadata":{"name":"default"}}`)
	status, text, err := call(h, "POST", "/api/v1/namespaces/"+namespace+"/serviceaccounts", account)
	if status == 409 { // a controller was quicker
		return err
	}
	return expect(201)(status, text, err)
}

func main() {
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	more := flag.NewFlagSet(flag.Arg(0), flag.ExitOnError)
	n, start, c := more.Int("n", 1000, "how many"), more.Int("start", 0, "number of the first"), more.Int("c", 64, "at once")
	runs, clients := more.Int("runs", 3, "lists"), more.Int("clients", 1, "lists at once")
	path, accept := more.String("path", "/api/v1/pods", "what is listed"), more.String("accept", "application/json", "its form")
	watchers, size := more.Int("watchers", 1000, "watches"), more.Int("size", 512, "bytes of an object's text")
	wave := more.Int("wave", 10, "objects that are made before all watchers are waited for")
	_ = more.Parse(flag.Args()[1:])
	var err error
	switch flag.Arg(0) {
	case "prepare":
		err = prepare()
	case "create", "bind":
		err = writes(flag.Arg(0), *start, *n, *c)
	case "list":
		err = lists(*runs, *clients, *path, *accept)
	case "watch":
		err = fan(*watchers, *n, *wave, *c, *size)
	case "hold":
		err = hold(*watchers)
	default:
		err = fmt.Errorf("unknown word %q", flag.Arg(0))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
