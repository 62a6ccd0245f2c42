import type { InboundEvent } from '../../events.js';
import { check, shown } from '../check.js';
import { ignored } from '../test-connection.js';
import { receivedText, stored } from './events.js';
import { mostChoices, questionFor, type Define, type SuiteContext } from './context.js';

/** Tests of presses and texts. */
export function defineReceiving(define: Define, { platform, open }: SuiteContext): void {
  const { capabilities } = platform;
  const most = mostChoices(platform);

  if (most > 0)
    define('delivers a press with its token byte for byte, the sender and the target', async () => {
      const { rig, host } = await open();
      await host.start();
      const asked = questionFor(platform, rig, most);
      const posted = await host.connection.sendPrompt(asked);
      const last = asked.buttons.length - 1;
      await rig.press(last);
      await stored(host, 1, 'a press');
      const [event] = host.stored;
      const token = asked.buttons[last]?.token;
      const isMeant =
        event?.kind === 'press' ? event.token === token : event?.kind === 'choice' && event.place === last;
      check(isMeant, {
        expected: `a press with the token "${token}"${capabilities.choices ? `, or a choice with the place ${last}` : ''}`,
        got: shown(event),
        cause: 'the token is changed, shortened or that of another button',
      });
      checkPlace(event, rig.target);
      check(event !== undefined && 'messageId' in event && posted.messageIds.includes(event.messageId ?? ''), {
        expected: `a press on one of the messages ${shown(posted.messageIds)}`,
        got: shown(event),
        cause: 'messageId of the event has another form than the id that sendPrompt returns',
      });
      check(capabilities.dialogs !== undefined || !('dialogHandle' in (event ?? {})), {
        expected: 'no dialogHandle, because the manifest declares no dialogs',
        got: shown(event),
        cause: 'capabilities.dialogs is missing, or the handle must be left out',
      });
    });

  define('delivers a text with its sender and the message it replies to', async () => {
    const { rig, host } = await open();
    await host.start();
    const posted = await host.connection.sendPrompt(questionFor(platform, rig, Math.min(1, most)));
    await rig.write('Grüße 🙂 & <b>', undefined);
    await rig.write('this one', posted.messageId);
    await stored(host, 2, 'two texts');
    const [plain, reply] = host.stored;
    check(plain?.kind === 'text' && plain.text === 'Grüße 🙂 & <b>', {
      expected: 'the text “Grüße 🙂 & <b>”',
      got: shown(plain),
      cause: 'the adapter does not decode the markup of the platform, or events are out of order',
    });
    checkPlace(plain, rig.target);
    check(reply?.kind === 'text' && reply.text === 'this one' && reply.replyTo === posted.messageId, {
      expected: `the text “this one” with replyTo "${posted.messageId}"`,
      got: shown(reply),
      cause: 'the native reply is not read, or its id has another form than the id that sendPrompt returns',
    });
    check(plain?.id !== reply?.id, {
      expected: 'two texts with different ids',
      got: shown([plain?.id, reply?.id]),
      cause: 'id is that of the chat or the sender; it must be that of the event',
    });
  });

  define('gives a redelivered event the same id', async () => {
    const { rig, host } = await open();
    await host.start();
    await rig.write('once');
    await stored(host, 1, 'a text');
    await rig.redeliver();
    await stored(host, 2, 'the redelivered text');
    const [first, second] = host.stored;
    check(shown(first) === shown(second), {
      expected: `the same event twice: ${shown(first)}`,
      got: shown(second),
      cause: 'id is made by the adapter, or a field has the time of the delivery',
    });
  });

  define('acknowledges an event only after it is stored, so that a failed delivery is retried', async () => {
    const { rig, host } = await open();
    await host.start();
    host.failDeliveries(1);
    await rig.write('keep this');
    await stored(host, 1, 'a text whose first delivery failed', 12_000);
    const [event] = host.stored;
    check(event?.kind === 'text' && event.text === 'keep this', {
      expected: 'the text “keep this” in a second delivery',
      got: shown(event),
      cause: 'the adapter acknowledges an event, or moves its offset, before deliver has resolved',
    });
  });

  define('does not deliver its own messages', async () => {
    const { rig, host } = await open();
    await host.start();
    await host.connection.sendMessage({ target: rig.target, text: 'I am the bot' });
    await rig.write('and I am a person');
    await receivedText(host, 'and I am a person');
    const texts = host.stored.map((event) => (event.kind === 'text' ? event.text : event.kind));
    check(shown(texts) === shown(['and I am a person']), {
      expected: 'only the text “and I am a person”',
      got: shown(texts),
      cause: 'the adapter does not compare the sender with its own account',
    });
  });

  if (most > 0)
    define('replies to a press with the outcome within the acknowledgement time', async () => {
      const { rig, host } = await open();
      await host.start();
      host.deliver = async (events) =>
        events.map(({ kind }) =>
          kind === 'press' || kind === 'choice'
            ? { result: 'answered', notice: 'Recorded: Choice 0', closedText: 'Closed: Choice 0' }
            : ignored,
        );
      await host.connection.sendPrompt(questionFor(platform, rig, Math.min(2, most)));
      const before = performance.now();
      await rig.press(0);
      const took = Math.round(performance.now() - before);
      check(took < capabilities.ackWithin, {
        expected: `a reply to the press within ackWithin, ${capabilities.ackWithin} ms`,
        got: `one after ${took} ms`,
        cause: 'the adapter shows the outcome before it acknowledges; use createPendingTasks for what may take long',
      });
      await stored(host, 1, 'the press');
      check(host.stored.length === 1, {
        expected: 'one event for one press',
        got: `${host.stored.length}: ${shown(host.stored)}`,
        cause: 'the platform reports the press twice, with different ids, or the adapter delivers its own reaction',
      });
    });
}

function checkPlace(event: InboundEvent | undefined, target: string): void {
  check(typeof event?.sender.id === 'string', {
    expected: 'a sender with an id that is a string',
    got: shown(event?.sender),
    cause: 'the id is a number on the platform and was not converted',
  });
  check(event?.targets.includes(target) === true, {
    expected: `targets with "${target}", as operators enter it`,
    got: shown(event?.targets),
    cause: 'targets has the ids of the platform, but not the form of the target of a channel',
  });
}
