import { expect, it, vi } from 'vitest';
import { describeConformance } from '../src/testing/index.js';
import { conformanceTests, type ConformanceTest } from '../src/testing/conformance.js';
import { limitMs } from '../src/testing/until.js';
import { faultyAdapter, type Fault } from './faulty-adapter.js';

describeConformance(faultyAdapter('none'));

/** A fault, the test that finds it, and what the test says. */
const faults: [fault: Exclude<Fault, 'none'>, test: string, message: string | RegExp][] = [
  [
    'wrong error code',
    'maps a failure of the platform to a PlatformError without secrets: forbidden',
    'Expected sendMessage to reject with PlatformError("forbidden" or "window_closed") when the platform answers "forbidden". Got PlatformError("invalid"). Likely cause: the adapter maps this answer to another code, does not check the answer, or lets an error of the SDK through.',
  ],
  [
    'SDK error with the token',
    'maps a failure of the platform to a PlatformError without secrets: unavailable',
    'Expected the credential "token" in no error, log line or result. Got a text that has it. Likely cause: an error of the SDK, or the address of a request, is passed on.',
  ],
  [
    'stops late',
    'starts promptly, stops within a second, and can be closed twice',
    new RegExp(
      `^Expected start and close to end within ${limitMs(1000)} ms after the signal aborts\\. Got \\d+ ms\\. Likely cause: a long poll or a pause runs to its end; pass the signal to fetch and to timers\\.$`,
    ),
  ],
  [
    'delivers own messages',
    'does not deliver its own messages',
    'Expected only the text “and I am a person”. Got ["I am the bot","and I am a person"]. Likely cause: the adapter does not compare the sender with its own account.',
  ],
  [
    'forgets its position',
    'delivers after a restart what was written in between, and nothing twice',
    'Expected the texts “in between” and “after”, once and in order. Got ["after"]. Likely cause: the position of the stream is not kept in context.state, or is kept before the event is delivered.',
  ],
  [
    'delivers history',
    'leaves out what was written before the first start',
    `Expected only the text “now”. Got ["long ago","now"]. Likely cause: the poller delivers the history; a platform that keeps events for the bot declares history: 'delivered'.`,
  ],
  [
    'posts the question first',
    'posts one question when its second text failed and the core repeats it',
    /^Expected one message with the question after the repeated call, and its id as messageId\. Got 2: .* Likely cause: the adapter posts the question although an earlier text failed, or reports another message\.$/,
  ],
  [
    'probe throws when the server is down',
    'reports a server that is down: a probe that is not ok, and PlatformErrors without secrets',
    'Expected probe to return ok: false, or to reject with PlatformError("unavailable"), while the server is down. Got TypeError, which is no PlatformError. Likely cause: probe lets the error of a failed connection through.',
  ],
  [
    'no text in the chat',
    'sends a message and a reply to it',
    'Expected the text “Hello <&> *_`” in the chat, character by character. Got ["",""]. Likely cause: texts are plain, and the adapter does not escape the markup of the platform.',
  ],
  [
    'ignores the idempotency key',
    'posts a message or question once for each idempotency key',
    'Expected the id of the first message for a repeated post with the same key. Got ["m0","m1","m3","m4"]. Likely cause: idempotencyKey is not passed to the platform.',
  ],
  [
    'never acknowledges',
    'does not receive again after a restart what was acknowledged',
    'Expected no text again that deliver had accepted before the restart. Got ["before","then","after"]. Likely cause: the adapter never acknowledges, so the platform sends the same events after each restart.',
  ],
  [
    'returns only the id of the last text',
    'returns the ids of all messages of a question of several texts',
    /^Expected an id of the message “The first part\.” in messageIds, because people also reply to that message\. Got \["m1"\] for the messages .*\. Likely cause: sendPrompt returns only the id of the last message, or an id of another form than the chat has\.$/,
  ],
  [
    'posts without waiting',
    'sends a message and a reply to it',
    'Expected a message of the bot in the chat. Got []: nothing was posted. Likely cause: the call resolves before the platform has accepted the message, or posts nothing; or shown() of the rig does not read the chat.',
  ],
  [
    'sendMessage never ends',
    'sends a message and a reply to it',
    `Expected sendMessage of the connection to resolve or reject within ${limitMs(30_000)} ms. Got no end. Likely cause: the adapter waits for an answer or an event that never comes; give every request a time limit, and pass on the signal.`,
  ],
  [
    'start never reports',
    'starts promptly, stops within a second, and can be closed twice',
    `Expected start to call onUp or onDown within ${limitMs(30_000)} ms. Got no end. Likely cause: start calls neither: the attempt to connect has no time limit, or onUp waits for the first event.`,
  ],
  [
    'start never ends',
    'starts promptly, stops within a second, and can be closed twice',
    `Expected start and close to end after the signal aborts within ${limitMs(20_000)} ms. Got no end. Likely cause: a long poll or a pause runs to its end; pass the signal to fetch and to timers.`,
  ],
  [
    'files in another order',
    'delivers files with a text in the order of the message, with their names and sizes',
    'Expected the files [{"name":"report.txt","size":12},{"name":"list.csv","size":8}], or null for what the platform does not tell. Got [{"name":"list.csv","size":8},{"name":"report.txt","size":12}]. Likely cause: the files are in another order, or a thumbnail, the caption or the unit of the size is taken for the file.',
  ],
  [
    'reads files as texts',
    'reads the exact bytes of files, also of 3 MB',
    /^Expected the 3145728 bytes of data\.bin\. Got \d+ bytes, which begin with .*\. Likely cause: the bytes are decoded as a text, or the answer is a description of the file or a page to sign in\.$/,
  ],
  [
    'download errors of the SDK',
    'rejects with a PlatformError when a file cannot be downloaded',
    'Expected reading without the platform to reject with a PlatformError. Got TypeError, which is no PlatformError. Likely cause: errors of the download are not converted, or the signal is not passed on; fetchFile does both.',
  ],
  [
    'downloads to the end',
    'stops reading a file when the signal aborts, with a PlatformError',
    'Expected the iteration when the signal aborts to reject with a PlatformError. Got a call that succeeded. Likely cause: errors of the download are not converted, or the signal is not passed on; fetchFile does both.',
  ],
  [
    'no files in the rig',
    'delivers a file without a text as another event than a text',
    'Expected a rig with the action `send`. Got none. Likely cause: the manifest declares capabilities.inboundFiles, and the rig cannot send files yet.',
  ],
  [
    'rig never opens',
    'sends a message and a reply to it',
    `Expected openRig to resolve or reject within ${limitMs(200)} ms. Got no end. Likely cause: the simulator or server of the rig starts slowly or not at all; describeConformance takes a longer timeoutMs.`,
  ],
];

it.each(faults)('the conformance suite names the fault of an adapter: %s', async (fault, name, message) => {
  expect(await messageOf(fault, name)).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
});

it.each([
  ['receives nothing', 'gives a redelivered event the same id', 'a text to be delivered (1 event) within'],
  [
    'confirms before storing',
    'acknowledges an event only after it is stored, so that a failed delivery is retried',
    'a text whose first delivery failed to be delivered (1 event) within',
  ],
] as const)('the conformance suite says what it waited for: %s', async (fault, name, expected) => {
  const message = await messageOf(fault, name);
  expect(message).toContain(`Expected ${expected}`);
  expect(message).toContain('Got 0, and the stream reported ["up"]. Likely cause: the adapter receives nothing');
});

it('the conformance suite names a socket that an adapter leaves open at each reconnect', async () => {
  const name = 'holds no more sockets after it has connected again several times';
  expect(await outcomeOf('leaks a socket at each reconnect', name)).toMatch(
    /^Expected at most 2 open sockets after 2 failed deliveries and ended connections within \d+ ms\. Got 3: (a socket to 127\.0\.0\.1:\d+(, )?){3}\. Likely cause: the adapter opens a socket at each attempt and leaves the old one open; destroy it in finally\.$/,
  );
  expect(await outcomeOf('none', name)).toBe('the test passed');
});

it('the conformance suite names a timer that an adapter leaves after close', async () => {
  const name = 'leaves no socket, process or timer open after close';
  expect(await outcomeOf('leaves a timer', name)).toMatch(
    /^Expected nothing of the connection to be open within \d+ ms\. Got a timer set at .*faulty-adapter\.ts:\d+.*\. Likely cause: close does not end what start or the calls opened: destroy sockets, end processes, clear timers\.$/,
  );
});

/** Runs one test of the suite in real time. Sockets and timers are those of the process. */
async function outcomeOf(fault: Fault, name: string): Promise<string> {
  return await testOf(fault, name)
    .run()
    .then(
      () => 'the test passed',
      (error: Error) => error.message,
    );
}

function testOf(fault: Fault, name: string): ConformanceTest {
  const test = conformanceTests(faultyAdapter(fault), 'stream').find((each) => each.name === name);
  if (!test) throw new Error(`The suite has no test "${name}".`);
  return test;
}

/** Runs one test of the suite with a clock that does not wait, and returns what it says. */
async function messageOf(fault: Fault, name: string): Promise<string> {
  const test = testOf(fault, name);
  vi.useFakeTimers();
  try {
    const messages: string[] = [];
    void test.run().then(
      () => messages.push('the test passed'),
      (error: Error) => messages.push(error.message),
    );
    while (messages.length === 0) await vi.advanceTimersByTimeAsync(50);
    return messages.join('');
  } finally {
    vi.useRealTimers();
  }
}
