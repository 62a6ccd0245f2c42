"""In place of LangGraph: what the example imports of it, and `interrupt`, which the client imports."""

import sys

from test_frameworks import Interrupt

for name in ("types", "graph", "checkpoint", "checkpoint.memory"):
    sys.modules[f"langgraph.{name}"] = sys.modules[__name__]

START, END = "__start__", "__end__"
resumed = {}


class Interrupted(Exception):
    pass


def interrupt(value):
    if "interrupt-1" not in resumed:
        raise Interrupted(value)
    return resumed["interrupt-1"]


class Command:
    def __init__(self, *, resume):
        self.resume = resume


class InMemorySaver:
    pass


class StateGraph:
    def __init__(self, schema):
        self.fields, self.nodes, self.edges = schema.__annotations__, {}, {}

    def add_node(self, name, run):
        # As LangGraph does.
        if name in self.fields:
            raise ValueError(f"'{name}' is already being used as a state key")
        self.nodes[name] = run

    def add_edge(self, begin, end):
        self.edges[begin] = end

    def compile(self, *, checkpointer):
        assert isinstance(checkpointer, InMemorySaver)
        return self

    def invoke(self, given, config):
        if isinstance(given, Command):
            resumed.update(given.resume)
        else:
            self.state, self.at = dict(given), self.edges[START]
        while self.at != END:
            try:
                self.state.update(self.nodes[self.at](self.state))
            except Interrupted as interrupted:
                return {**self.state, "__interrupt__": [Interrupt(interrupted.args[0], "interrupt-1")]}
            self.at = self.edges[self.at]
        return self.state
