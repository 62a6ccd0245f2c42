"""An agent of the OpenAI Agents SDK that calls the tool `deploy` only after a person approved it. Killed while it waits, it
continues with the state that it stored."""

import asyncio
import os
from pathlib import Path

from agents import Agent, Runner, RunState, function_tool

from gateway_client import AsyncGateway
from gateway_client.frameworks.openai_agents import answer_interruptions

gateway = AsyncGateway(
    os.environ.get("GATEWAY_URL", "http://localhost:8100"),
    api_key=os.environ.get("GATEWAY_API_KEY"),
    channel=os.environ.get("GATEWAY_CHANNEL", "approvals"),
)


@function_tool(needs_approval=True)
def deploy(service: str) -> str:
    """Deploys a service."""
    return f"{service} is deployed"


agent = Agent(name="Releases", instructions="Deploy what you are asked to deploy.", tools=[deploy])
# The state of a run that waits for people. `run_id` finds its question again.
run_id = "deployment-7"
file = Path(os.environ.get("STATE_FILE", f"{run_id}.json"))


async def main() -> None:
    stored = await RunState.from_string(agent, file.read_text()) if file.exists() else None
    result = await Runner.run(agent, stored or "Deploy the api.")
    while result.interruptions:
        state = result.to_state()
        file.write_text(state.to_string())
        # A rejection and its reason are told to the model. If no one decides, this raises.
        await answer_interruptions(gateway, state, run_id=run_id)
        result = await Runner.run(agent, state)
    file.unlink(missing_ok=True)
    print(result.final_output)


asyncio.run(main())
