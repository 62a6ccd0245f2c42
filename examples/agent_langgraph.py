"""A graph of LangGraph that interrupts itself with a question. People answer it, and the graph continues."""

import os
from typing import TypedDict

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command

from gateway_client import Gateway
from gateway_client.frameworks.langgraph import answer_interrupts, human_node

gateway = Gateway(
    os.environ.get("GATEWAY_URL", "http://localhost:8100"),
    api_key=os.environ.get("GATEWAY_API_KEY"),
    channel=os.environ.get("GATEWAY_CHANNEL", "approvals"),
)


class State(TypedDict, total=False):
    region: str
    result: str


builder = StateGraph(State)
# The name of a node must not be that of a field.
builder.add_node("ask", human_node("region", {"text": "Which region?", "options": ["eu", "us"]}))
builder.add_node("deploy", lambda state: {"result": f"Deployed to {state['region']}"})
builder.add_edge(START, "ask")
builder.add_edge("ask", "deploy")
builder.add_edge("deploy", END)
# A checkpointer in a database lets the graph survive a restart; `run_id` then finds its question again.
graph = builder.compile(checkpointer=InMemorySaver())

run_id = "deployment-7"
config = {"configurable": {"thread_id": run_id}}
state = graph.invoke({"region": ""}, config)
while (resume := answer_interrupts(gateway, state, run_id=run_id)) is not None:
    state = graph.invoke(Command(resume=resume), config)
print(state["result"])
