import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startAsking } from '../api/asking.js';
import { startClientOnce } from '../client/asking.js';
import { manualClock } from '../harness/clock.js';
import { freePort } from '../harness/free-port.js';
import { makeKey, startKeyedGateway } from '../harness/keys.js';
import { until } from '../harness/until.js';
import { clients, hasPython, runClient as runEither, type ClientName } from './python.js';

const ownChat = startClientOnce();

describe.skipIf(!hasPython).each(clients)('%s', (client: ClientName) => {
  const runClient = (url: string, statements: string, settings?: string, channel?: string) =>
    runEither(url, statements, settings, channel, client);

  async function start() {
    const own = await ownChat();
    return {
      ...own,
      run: (statements: string, settings?: string) => runClient(own.gateway.url, statements, settings, own.channel),
    };
  }

  describe('ask_human of the Python client', () => {
    it('returns the option that a person presses, and the person', async () => {
      const { run, press, ada, id, channel } = await start();
      const program = run('show(gateway.ask_human("Deploy?", options=["Yes", "No"]))');
      await press('Yes');
      expect(await program.results()).toMatchObject([
        {
          status: 'answered',
          prompt_id: id(1),
          answer: { type: 'option', value: 'Yes' },
          answered_by: { id: String(ada.id), username: 'ada' },
          prompt: { text: 'Deploy?', channel_id: channel },
        },
      ]);
    });

    it('allows a text answer when it gives no options', async () => {
      const { run, telegram, ada, get, id } = await start();
      const program = run('show(gateway.ask_human("What shall the release be called?"))');
      await until(async () => (await get(1)).state === 'pending');
      telegram.writeText({ chat: ada, text: `ID:${id(1)} Grüße, 你好` });
      expect(await program.results()).toMatchObject([{ answer: { type: 'text', value: 'Grüße, 你好' } }]);
    });

    it('is accompanied by create_batch, which asks several questions at once', async () => {
      const { run, id, channel } = await start();
      const program = run(
        'show(gateway.create_batch([{"text": "Berlin?", "options": ["Yes"]}, {"text": "", "options": ["Yes"]}]))',
      );
      expect(await program.results()).toMatchObject([
        { results: [{ prompt_id: id(1), channel_id: channel }, { code: 'validation' }] },
      ]);
    });

    it('is followed by add_note, which says under the question what became of the answer', async () => {
      const { run, press, get } = await start();
      const program = run(
        'asked = gateway.ask_human("Deploy?", options=["Yes"])\n' +
          'print(json.dumps(gateway.add_note(asked.prompt_id, "done", "It is deployed.", url="https://ci.example.com/7")))',
      );
      await press('Yes');
      const [note] = await program.results();
      expect(note).toMatchObject({ kind: 'done', url: 'https://ci.example.com/7' });
      expect((await get(1)).notes).toEqual([note]);
    });

    it('returns the outcome expired, not an answer, when the question expires', async () => {
      const clock = manualClock();
      const { gateway, get } = await startAsking({ clock });
      const run = (statements: string) => runClient(gateway.url, statements);
      const idle = clock.waiting;
      const program = run('show(gateway.ask_human("Deploy?", options=["Yes"], ttl_sec=10))');
      await until(async () => (await get(1)).state === 'pending' && clock.waiting > idle);
      clock.advance(11_000);
      expect(await program.results()).toMatchObject([{ status: 'expired', reason: 'ttl', detail: null }]);
    });

    it('returns pending after wait_sec, and wait_for_answer continues by the id', async () => {
      const { run, press, id } = await start();
      const program = run(`
outcome = gateway.ask_human("Deploy?", options=["Yes"], wait_sec=0)
show(outcome)
show(gateway.wait_for_answer(outcome.prompt_id))
show(gateway.wait_for_answer("${id(1).slice(1)}", wait_sec=0))`);
      await until(() => program.output().includes('pending'));
      await press('Yes');
      expect(await program.results()).toMatchObject([
        { status: 'pending', prompt_id: id(1) },
        { answer: { value: 'Yes' } },
        { status: 'answered' },
      ]);
    });

    it('asks once for each idempotency key', async () => {
      const { run, press, asked, channel } = await start();
      const ask = `show(gateway.ask_human("Deploy?", options=["Yes"], idempotency_key="release-${channel}"))`;
      const program = run(`${ask}\n${ask}`);
      await press('Yes');
      const [first, second] = await program.results();
      expect(second).toEqual(first);
      expect(await asked()).toHaveLength(1);
    });

    it('does not use the approval of one action for another action with the same idempotency key', async () => {
      const { run, press, asked, channel } = await start();
      const program = run(`
import gateway_client
def decide(command):
    action = {"name": "bash", "args": {"command": command}}
    return gateway.decide(action, idempotency_key="${channel}:call-1")
show(decide("ls"))
try:
    show(decide("rm -rf /"))
except gateway_client.GatewayError as error:
    print('{"code": "' + error.code + '"}')`);
      await press('Approve');
      expect(await program.results()).toMatchObject([
        { answer: { value: 'approve', args: { command: 'ls' } } },
        { code: 'idempotency_mismatch' },
      ]);
      expect(await asked()).toHaveLength(1);
    });

    it('attaches a file', async () => {
      const { run, telegram, ada } = await start();
      const program = run(`
import pathlib, tempfile
with tempfile.TemporaryDirectory() as folder:
    file = pathlib.Path(folder, "plan.txt")
    file.write_text("plan")
    show(gateway.ask_human("Is this right?", options=["Yes", "No"], file=file, wait_sec=0, ttl_sec=60))`);
      await program.results();
      expect(telegram.messages({ chat: ada })[0]).toMatchObject({ caption: expect.stringContaining('Is this right?') });
    });

    it('leaves the question open when it is interrupted, unless cancel_on_interrupt is set', async () => {
      const { run, get } = await start();
      for (const [num, cancels, state] of [
        [1, 'False', 'pending'],
        [2, 'True', 'expired'],
      ] as const) {
        const program = run(`
try:
    gateway.ask_human("Deploy?", cancel_on_interrupt=${cancels}, on_created=show)
except KeyboardInterrupt:
    show("interrupted")`);
        await until(() => program.output().includes('prompt_id'));
        program.interrupt();
        expect((await program.results()).at(-1)).toBe('interrupted');
        expect((await get(num)).state).toBe(state);
      }
    });
  });

  describe('decide of the Python client', () => {
    const action = '{"name": "deploy", "args": {"service": "api", "version": "1"}}';

    it('returns an approval with the arguments, and shows them in the chat', async () => {
      const { run, press, chat } = await start();
      const program = run(`show(gateway.decide(${action}))`);
      await press('Approve');
      expect(await program.results()).toMatchObject([
        { answer: { type: 'decision', value: 'approve', args: { service: 'api', version: '1' }, reason: null } },
      ]);
      expect(chat()[0]).toContain('service: api');
    });

    it('waits for the words of the person who rejects', async () => {
      const { run, press, telegram, ada, get, id } = await start();
      const program = run(`show(gateway.decide(${action}))`);
      await press('Reject');
      await until(async () => (await get(1)).state === 'answered');
      telegram.writeText({ chat: ada, text: `ID:${id(1)} Not on a Friday.` });
      expect(await program.results()).toMatchObject([{ answer: { value: 'reject', reason: 'Not on a Friday.' } }]);
    });

    it('does not wait for words that are not asked for, or longer than reason_wait_sec', async () => {
      for (const given of ['ask_reason="never"', 'reason_wait_sec=1']) {
        const { run, press } = await start();
        const program = run(`show(gateway.decide(${action}, ${given}))`);
        await press('Reject');
        expect(await program.results()).toMatchObject([{ answer: { value: 'reject', reason: null } }]);
      }
    });

    it('returns the text of a response', async () => {
      const { run, press, telegram, ada, id } = await start();
      const program = run(`show(gateway.decide(${action}, decisions=["approve", "respond"]))`);
      await press('Respond');
      telegram.writeText({ chat: ada, text: `ID:${id(1)} Which version?` });
      expect(await program.results()).toMatchObject([{ answer: { value: 'respond', text: 'Which version?' } }]);
    });
  });

  describe('an error of the Python client', () => {
    const caught = (statement: string) => `
try:
    ${statement}
except (GatewayError, GatewayConnectionError) as error:
    show([type(error).__name__, str(error), getattr(error, "code", None), error.retryable, error.retry_after_sec])`;

    it('has the code, the status and the advice of the gateway', async () => {
      const { run } = await start();
      const program = run(
        `${caught('gateway.ask_human("Deploy?", channel_id="nowhere")')}${caught('gateway.wait_for_answer("#7000")')}`,
      );
      expect(await program.results()).toEqual([
        ['GatewayError', expect.stringMatching(/^400: /), 'channel_not_found', false, null],
        ['GatewayError', expect.stringMatching(/^404: /), 'not_found', false, null],
      ]);
    });

    it('says which scope a key lacks', async () => {
      const gateway = await startKeyedGateway();
      const { key } = await makeKey(gateway, { preset: 'readonly' });
      const program = runClient(
        gateway.url,
        `${caught('gateway.ask_human("Deploy?")')}\nshow(gateway.request("GET", "/v1/channels"))`,
        `api_key=${JSON.stringify(key)}`,
      );
      expect(await program.results()).toEqual([
        ['GatewayError', expect.stringMatching(/^403: /), 'forbidden', false, null],
        [],
      ]);
    });

    it('is a ConnectionError when the gateway cannot be reached for retry_sec, after retries', async () => {
      const url = `http://127.0.0.1:${await freePort()}`;
      const program = runClient(
        url,
        `${caught('gateway.ask_human("Deploy?")')}\nshow(issubclass(GatewayConnectionError, ConnectionError))`,
        'retry_sec=1, on_retry=lambda error, delay: show("retry")',
      );
      const results = await program.results();
      expect(results[0]).toBe('retry');
      expect(results.slice(-2)).toEqual([
        [
          'GatewayConnectionError',
          `No complete response from the gateway at ${url}: the connection was refused.`,
          null,
          true,
          null,
        ],
        true,
      ]);
    });

    it('is a ValueError for a wrong wait_sec, before the question is asked', async () => {
      const { run, asked } = await start();
      const program = run(`
for wait_sec in (float("nan"), -1, "5"):
    try:
        gateway.ask_human("Deploy?", wait_sec=wait_sec)
    except ValueError as error:
        show(str(error))`);
      const text = 'wait_sec must be a number of seconds, 0 or more.';
      expect(await program.results()).toEqual([text, text, text]);
      expect(await asked()).toEqual([]);
    });

    it('is final when another server answers with a page instead of JSON', async () => {
      const server = createServer((_request, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>'),
      ).listen(0, '127.0.0.1');
      await once(server, 'listening');
      onTestFinished(() => (server.closeAllConnections(), void server.close()));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const detail = `200: The server at ${url} answered text/html instead of JSON: is this the gateway, or a proxy in front of it?`;
      expect(await runClient(url, caught('gateway.ask_human("Deploy?")')).results()).toEqual([
        ['GatewayError', detail, null, false, null],
      ]);
    });

    it('is a ValueError at once for an address, a key and an id that cannot be used, and does not show the key', async () => {
      const program = runClient(
        'http://127.0.0.1:9',
        `
for make in (lambda: Gateway("gateway"), lambda: Gateway("ftp://gateway"), lambda: Gateway("http://user:secret@gateway"),
             lambda: Gateway("http://gateway", api_key="secret\\n"), lambda: Gateway("http://gateway", retry_sec=float("nan")),
             lambda: gateway.wait_for_answer("seven")):
    try:
        make()
    except ValueError as error:
        show(str(error))`,
      );
      const results = await program.results();
      expect(results).toHaveLength(6);
      expect(results.at(-1)).toBe('A prompt id has the form #12 or 12.');
      expect(results.join(' ')).not.toContain('secret');
    });
  });
});
