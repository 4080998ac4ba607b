# Headgate. `make help` lists what there is to do.
#
# Maven itself must run on a JDK >= 25. JAVA_HOME is taken if it is one; else the usual places are searched.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

JAVA_HOME := $(shell bin/find-jdk)
export JAVA_HOME
# Libraries of Maven itself, not of Headgate, are behind the JDK, which warns of them.
export MAVEN_OPTS := $(MAVEN_OPTS) --sun-misc-unsafe-memory-access=allow
MVN ?= mvn
MAVEN := $(MVN) -B -ntp

.PHONY: help
help: ## List what there is to do
	@awk -F ':.*## ' '/^[a-z][a-z0-9-]*:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: jdk
jdk:
	@if [ -z "$(JAVA_HOME)" ]; then echo "No JDK >= 25 found. Install one, or set JAVA_HOME to it." >&2; exit 1; fi

.PHONY: go
go:
	@command -v go >/dev/null || [ -n "$${HEADGATE_CLUSTER_BIN:-}" ] || { echo "Go >= 1.26 is needed to build the control plane that the tests run against: no 'go' on PATH." >&2; exit 1; }

.PHONY: build
build: jdk ## Build everything, without tests
	$(MAVEN) -q package -DskipTests
	@bin/aot-cache

.PHONY: run
run: jdk ## Build and start the node endpoint on examples/quickstart, on 127.0.0.1:8470
	@echo "Building the node endpoint; the first time takes a few minutes ..."
	@$(MAVEN) -q package -DskipTests -pl webhook -am
	@bin/aot-cache
	@exec examples/quickstart/run

.PHONY: test
test: jdk go ## Run every test, the ones against a real control plane included
	e2e/cluster/build >/dev/null
	$(MAVEN) verify

.PHONY: unit
unit: jdk ## Run the tests that need neither Go nor a control plane
	$(MAVEN) test

.PHONY: e2e
e2e: jdk go ## Run the tests against a real control plane
	e2e/cluster/build >/dev/null
	$(MAVEN) verify -DskipUnit=true

.PHONY: nightly
nightly: jdk ## Run the long variants of tests that `make test` runs small
	$(MAVEN) verify -pl webhook -am -DskipUnit=true -DfailIfNoTests=false -Dgroups=nightly -Dheadgate.tests.excluded=

.PHONY: cluster
cluster: jdk go ## Start a control plane with the chart, the operator and two node endpoints, and leave it running
	@echo "Building; the first time also builds Kubernetes from source, some ten minutes ..."
	@e2e/cluster/cluster up

.PHONY: cluster-down
cluster-down: jdk ## End what `make cluster` started
	@e2e/cluster/cluster down

.PHONY: reliability
reliability: jdk ## Simulate whole nodes through faults, plant bugs and see each caught; print what was reached
	@$(MAVEN) test -pl webhook -am -Dsurefire.failIfNoSpecifiedTests=false \
	  -Dtest='SimulationTest,PlantedBugsTest,JournalCoreTest,LedgerRecordCodecTest,TransitionTableTest,RestartTest,IdempotencyTest,CleanMarkerTest' \
	  | grep -E '^(simulated|planted)|Tests run:.*in |FAIL|ERROR|BUILD'

.PHONY: reliability-nightly
reliability-nightly: jdk ## The same with 20,000 simulated seeds; takes hours
	@$(MAVEN) test -pl webhook -am -Dsurefire.failIfNoSpecifiedTests=false -Dtest=SimulationTest -Dheadgate.simulation.seeds=20000 \
	  | grep -E '^simulated|Tests run:|FAIL|ERROR|BUILD'

.PHONY: bench
bench: jdk ## Measure, and print ratios
	$(MAVEN) -q package dependency:build-classpath -DskipTests -Dmdep.outputFile=target/test-classpath
	@bin/aot-cache
	@e2e/bench/run

.PHONY: format
format: jdk ## Lay out the sources
	$(MAVEN) -q spotless:apply

.PHONY: crds
crds: jdk ## Write the CRDs of the chart from the resource types
	$(MAVEN) -q -pl crds test -Dtest=CrdYamlTest -Dheadgate.regenerate=true

.PHONY: image
image: jdk ## Write the images of node and operator as two tars, without a registry
	$(MAVEN) -q package -DskipTests -Pimage

.PHONY: image-check
image-check: jdk ## Build the images twice, compare them, and start each once; needs root and jq
	@e2e/image/check

.PHONY: clean
clean: jdk ## Remove what was built
	$(MAVEN) -q clean
