import asyncio
import os
import unittest
from unittest import mock

from gateway_client import AsyncGateway, Gateway, GatewayError
from gateway_client.testing import FakeGatewayError, fake_gateway

ACTION = {"name": "deploy", "args": {"service": "api"}}


async def soon(task: "asyncio.Task[object]") -> object:
    return await asyncio.wait_for(task, 5)


class AnAgentInTheTaskOfTheTest(unittest.IsolatedAsyncioTestCase):
    async def test_is_answered_by_the_rules(self) -> None:
        fake = fake_gateway({"deploy": "approve", "*": "Yes"})
        outcome = await fake.async_gateway.decide(ACTION)
        self.assertEqual(outcome.answer.value, "approve")
        used = await fake.async_gateway.consume(outcome.prompt_id, action=ACTION)
        self.assertFalse(used["replayed"])
        with self.assertRaises(GatewayError) as refused:
            await fake.async_gateway.consume(outcome.prompt_id, action=ACTION)
        self.assertEqual(refused.exception.code, "already_consumed")

    async def test_waits_until_the_question_expires(self) -> None:
        fake = fake_gateway()
        self.assertEqual((await fake.async_gateway.ask_human("Ship it?", ttl_sec=3600)).status, "expired")

    async def test_does_not_listen_without_end(self) -> None:
        with self.assertRaisesRegex(FakeGatewayError, "There is no further event"):
            await fake_gateway().async_gateway.listen().__anext__()

    async def test_can_store_the_id_of_its_question_in_a_coroutine(self) -> None:
        fake, stored = fake_gateway({"*": "Yes"}), []

        async def store(created) -> None:
            await asyncio.sleep(0)
            stored.append(created["prompt_id"])

        await fake.async_gateway.ask_human("Ship it?", on_created=store)
        self.assertEqual(stored, ["#1"])
        with self.assertRaisesRegex(TypeError, "use AsyncGateway"):
            fake.gateway.ask_human("Ship it?", on_created=store)


class AnAgentInAnotherTask(unittest.IsolatedAsyncioTestCase):
    async def test_waits_for_an_answer_of_the_test(self) -> None:
        fake = fake_gateway()
        agents = [asyncio.create_task(fake.async_gateway.decide({"name": name})) for name in ("deploy", "restart")]
        for name, decision in [("restart", "reject"), ("deploy", "approve")]:
            await asyncio.to_thread(fake.asked, name)
            fake.answer(name, decision)
        self.assertEqual([(await soon(agent)).answer.value for agent in agents], ["approve", "reject"])

    async def test_waits_until_the_test_turns_the_time(self) -> None:
        fake = fake_gateway()
        agent = asyncio.create_task(fake.async_gateway.ask_human("Ship it?", wait_sec=600))
        await asyncio.to_thread(fake.asked)
        fake.advance(600)
        self.assertEqual((await soon(agent)).status, "pending")

    async def test_reads_what_a_person_writes(self) -> None:
        fake = fake_gateway()

        async def answer_once() -> None:
            async for event in fake.async_gateway.listen(types=["message.created"]):
                await fake.async_gateway.send_message(event.data["channel_id"], f"You wrote: {event.data['text']}")
                return

        agent = asyncio.create_task(answer_once())
        while not fake.calls:
            await asyncio.sleep(0)
        fake.write("talk", "Hello")
        await soon(agent)
        self.assertEqual([message["text"] for message in fake.messages], ["Hello", "You wrote: Hello"])

    async def test_that_is_cancelled_leaves_its_question_open_unless_it_asks_for_more(self) -> None:
        for cancels, state in [(False, "pending"), (True, "expired")]:
            fake = fake_gateway()
            agent = asyncio.create_task(fake.async_gateway.ask_human("Ship it?", cancel_on_interrupt=cancels))
            await asyncio.to_thread(fake.asked)
            agent.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await agent
            self.assertEqual(fake.prompts[0]["state"], state)


class TheEnvironment(unittest.TestCase):
    def test_names_the_gateway_the_key_and_the_channel(self) -> None:
        named = {"GATEWAY_URL": "http://gateway.test", "GATEWAY_API_KEY": "key", "GATEWAY_CHANNEL": "qa"}
        fake = fake_gateway({"*": "Yes"})
        for client, transport in [(Gateway, fake.transport), (AsyncGateway, fake.async_transport)]:
            with mock.patch.dict(os.environ, named, clear=True):
                gateway = client.from_env(transport=transport)
            outcome = gateway.ask_human("Ship it?")
            outcome = asyncio.run(outcome) if client is AsyncGateway else outcome
            self.assertEqual(outcome.prompt["channel_id"], "qa")

    def test_that_does_not_name_the_gateway_is_an_error(self) -> None:
        for client in (Gateway, AsyncGateway):
            for environment in ({}, {"GATEWAY_URL": ""}):
                with mock.patch.dict(os.environ, environment, clear=True):
                    with self.assertRaisesRegex(ValueError, "GATEWAY_URL is not set"):
                        client.from_env()


if __name__ == "__main__":
    unittest.main()
