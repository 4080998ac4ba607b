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

RELIABILITY_TESTS := SimulationTest,PlantedBugsTest,JournalDamageTest,JournalCoreTest,LedgerRecordCodecTest,ManyPermitsTest,LikelyMistakesTest,QualificationTest,PublicFaultsTest,TransitionTableTest,RestartTest,IdempotencyTest,CleanMarkerTest
RELIABILITY_TABLE = $(JAVA_HOME)/bin/java -cp webhook/target/test-classes dev.headgate.reliability.ReliabilityTable webhook/target
RELIABILITY_LINES := ^(simulated|planted)|FAIL|ERROR|BUILD

# The table comes last also where a test fails, and fails itself where one failed or did not run.
.PHONY: reliability
reliability: jdk ## Simulate whole nodes through faults, plant bugs and see each caught; print goals and what was reached
	@rm -rf webhook/target/surefire-reports webhook/target/reliability
	@$(MAVEN) test -pl webhook -am -DfailIfNoTests=false -Dsurefire.failIfNoSpecifiedTests=false -Dtest='$(RELIABILITY_TESTS)' \
	  -Dheadgate.simulation.seeds=1000 | grep -E '$(RELIABILITY_LINES)' || true
	@$(RELIABILITY_TABLE)

.PHONY: reliability-nightly
reliability-nightly: jdk ## The same for the goals of a release; takes hours
	@rm -rf webhook/target/surefire-reports webhook/target/reliability
	@$(MAVEN) test -pl webhook -am -DfailIfNoTests=false -Dsurefire.failIfNoSpecifiedTests=false -Dtest='$(RELIABILITY_TESTS)' \
	  -Dheadgate.simulation.seeds=$(or $(SEEDS),30000) -Dheadgate.simulation.twice=$(or $(TWICE),10000) \
	  -Dheadgate.damage.cases=$(or $(CASES),100000000) | grep -E '$(RELIABILITY_LINES)' || true
	@$(RELIABILITY_TABLE)

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
