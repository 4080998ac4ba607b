// The loop of a runtime: admit, start, renew, complete. Standard library only.
//
// Usage: HEADGATE_URL=http://127.0.0.1:8470 HEADGATE_TOKEN=quickstart-token go run runtime.go ACTIVATION_ID
package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"time"
)

type permit struct {
	PermitID        string `json:"permitId"`
	State           string `json:"state"`
	FencingToken    string `json:"fencingToken"`
	DeadlineIn      string `json:"deadlineIn"`
	CancelRequested bool   `json:"cancelRequested"`
	Lease           struct {
		ExpiresIn string `json:"expiresIn"`
	} `json:"lease"`
	Settlement struct {
		Outcome string `json:"outcome"`
	} `json:"settlement"`
}

type problem struct {
	Type       string `json:"type"`
	Reason     string `json:"reason"`
	Retryable  bool   `json:"retryable"`
	RetryAfter string `json:"retryAfter"`
}

func (p *problem) Error() string { return p.Reason + " " + p.Type }

var (
	url    = strings.TrimSuffix(os.Getenv("HEADGATE_URL"), "/")
	token  = os.Getenv("HEADGATE_TOKEN")
	client = &http.Client{
		Timeout:   10 * time.Second,
		Transport: &http.Transport{DialContext: (&net.Dialer{Timeout: 250 * time.Millisecond}).DialContext},
	}
)

// call sends one request and repeats it while that can help: lost connections, 202 and retryable refusals, never past until.
func call(path string, body map[string]any, key string, until time.Time) (*permit, error) {
	encoded, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	for {
		wait := 100 * time.Millisecond
		answer, err := once(path, encoded, key)
		var refused *problem
		switch {
		case err == nil && answer != nil:
			return answer, nil
		case errors.As(err, &refused):
			if !refused.Retryable {
				return nil, refused
			}
			// Durations of the interface are those of Go.
			if after, err := time.ParseDuration(refused.RetryAfter); err == nil {
				wait = after
			}
		}
		// No answer is no: repeat, with the same key. 202 is in effect and not durable yet: repeat until 200.
		if !until.IsZero() && time.Now().Add(wait).After(until) {
			return nil, fmt.Errorf("%s: no answer in time", path)
		}
		time.Sleep(wait)
	}
}

func once(path string, body []byte, key string) (*permit, error) {
	request, err := http.NewRequest(http.MethodPost, url+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", "application/json")
	if key != "" {
		request.Header.Set("Idempotency-Key", `"`+key+`"`)
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	switch response.StatusCode {
	case http.StatusOK, http.StatusCreated:
		answer := new(permit)
		return answer, json.NewDecoder(response.Body).Decode(answer)
	case http.StatusAccepted:
		return nil, nil
	default:
		refused := new(problem)
		if err := json.NewDecoder(response.Body).Decode(refused); err != nil {
			return nil, err
		}
		return nil, refused
	}
}

func duration(text string) time.Duration {
	parsed, err := time.ParseDuration(text)
	if err != nil {
		return 0
	}
	return parsed
}

// work stands for what the runtime runs; it ends by itself, at its deadline, or when it is told to stop.
func work(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(300 * time.Millisecond):
	}
}

func run(activation string) error {
	var random [16]byte
	if _, err := rand.Read(random[:]); err != nil {
		return err
	}
	executor := "go/" + hex.EncodeToString(random[:]) // unique for each life of this process

	sent := time.Now() // every "...In" counts from the first time the request was sent
	granted, err := call("/v1/admissions", map[string]any{
		"activationId": activation,
		"target":       map[string]any{"service": "hello", "route": "default", "contract": "hello.v1", "function": "greet"},
		"payloadBytes": 128,
		"budget":       map[string]any{"wallTime": "30s"},
	}, activation, sent.Add(10*time.Second))
	if err != nil {
		return err
	}
	deadline := sent.Add(duration(granted.DeadlineIn))
	path := "/v1/permits/" + granted.PermitID
	// Lease the cell here. If that fails: cancel, and run nothing.
	sent = time.Now()
	running, err := call(path+"/start", map[string]any{"executorId": executor}, "", deadline)
	if err != nil {
		return err
	}
	fencing := running.FencingToken // give it to whoever owns what the work touches: they refuse a lower one
	leaseEnd := sent.Add(duration(running.Lease.ExpiresIn))

	ctx, stop := context.WithDeadline(context.Background(), deadline)
	defer stop()
	done, renewed := make(chan struct{}), make(chan bool, 1)
	go func() {
		cancelled := false
		defer func() { renewed <- cancelled }()
		for sequence := 1; leaseEnd.Before(deadline); sequence++ {
			select {
			case <-done:
				return
			case <-time.After(max(50*time.Millisecond, time.Until(leaseEnd)/3)):
			}
			sent := time.Now()
			answer, err := call(path+"/renew", map[string]any{"fencingToken": fencing, "renewalSequence": sequence}, "", deadline)
			if err != nil || answer.CancelRequested {
				cancelled = true
				stop()
				return
			}
			leaseEnd = sent.Add(duration(answer.Lease.ExpiresIn))
		}
	}()
	work(ctx)
	close(done)
	outcome := "Succeeded"
	if <-renewed {
		outcome = "Cancelled"
	}
	// Only now, when nothing runs any more and the cell is released.
	settled, err := call(path+"/complete", map[string]any{"fencingToken": fencing, "outcome": outcome}, "", time.Time{})
	if err != nil {
		return err
	}
	fmt.Println(activation, settled.State, settled.Settlement.Outcome)
	return nil
}

func main() {
	if url == "" {
		url = "http://127.0.0.1:8470"
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "refused:", err)
		os.Exit(1)
	}
}
