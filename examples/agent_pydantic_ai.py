"""An agent of Pydantic AI that calls the tool `deploy` only after a person approved it, perhaps with other arguments."""

import os

from pydantic_ai import Agent, DeferredToolRequests

from gateway_client import Gateway
from gateway_client.frameworks.pydantic_ai import answer_approvals

gateway = Gateway(
    os.environ.get("GATEWAY_URL", "http://localhost:8100"),
    api_key=os.environ.get("GATEWAY_API_KEY"),
    channel=os.environ.get("GATEWAY_CHANNEL", "approvals"),
)
agent = Agent(os.environ.get("MODEL", "openai:gpt-5"), output_type=[str, DeferredToolRequests])


@agent.tool_plain(requires_approval=True)
def deploy(service: str) -> str:
    """Deploys a service."""
    return f"{service} is deployed"


run_id = "deployment-7"
result = agent.run_sync("Deploy the api.")
while isinstance(result.output, DeferredToolRequests):
    # A rejection and its reason are told to the model. If no one decides, this raises.
    approvals = answer_approvals(gateway, result.output, run_id=run_id)
    result = agent.run_sync(message_history=result.all_messages(), deferred_tool_results=approvals)
print(result.output)
