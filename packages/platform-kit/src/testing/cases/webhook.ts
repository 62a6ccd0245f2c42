import { check, shown } from '../check.js';
import type { Opened, WebhookRig } from '../rig.js';
import type { Define, SuiteContext } from './context.js';

/** Tests of the webhook address. */
export function defineWebhook(define: Define, { open }: SuiteContext): void {
  define('rejects forged requests with 4xx and delivers no events', async () => {
    const { rig, host } = await open();
    for (const [name, request] of Object.entries(rig.webhook?.forged('evil') ?? {})) {
      const status = (await host.connection.webhook?.(request))?.status ?? 0;
      check(status >= 400 && status < 500, {
        expected: `a status from 400 to 499 for a forged request (${name})`,
        got: String(status),
        cause: 'the signature, its time or the raw body is not verified',
      });
    }
    checkNothingStored({ rig, host });
  });

  define('replies 200 to an unknown kind of event, and never 5xx to a malformed body', async () => {
    const { rig, host } = await open();
    const webhook = webhookOf({ rig, host });
    const unknown = (await host.connection.webhook?.(webhook.unknown()))?.status ?? 0;
    check(unknown === 200, {
      expected: 'status 200 for an event of an unknown kind',
      got: String(unknown),
      cause: 'the adapter refuses what it does not know, and the platform would repeat it or turn the address off',
    });
    const valid = webhook.text('x');
    for (const body of ['', '{', '[]', 'null', '\u0000']) {
      const status = (await host.connection.webhook?.({ ...valid, body: Buffer.from(body) }))?.status ?? 0;
      check(status >= 200 && status < 500, {
        expected: `a status below 500 for the body ${shown(body)}`,
        got: String(status),
        cause: 'the adapter parses the body without checking its shape',
      });
    }
    checkNothingStored({ rig, host });
  });

  define('delivers every event of a batch, and replies 5xx when they cannot be stored', async () => {
    const { rig, host } = await open();
    const webhook = webhookOf({ rig, host });
    const texts = ['one', 'zwei ü', 'three'];
    const request = webhook.batch?.(texts) ?? webhook.text('one');
    host.failDeliveries(1);
    const refused = (await host.connection.webhook?.(request))?.status ?? 0;
    check(refused >= 500, {
      expected: 'a status from 500 on when the events cannot be stored',
      got: String(refused),
      cause: 'the adapter acknowledges before deliver has resolved, so the platform would not repeat the events',
    });
    const accepted = (await host.connection.webhook?.(request))?.status ?? 0;
    check(accepted === 200, {
      expected: 'status 200 for the repeated request',
      got: String(accepted),
      cause: 'the adapter remembers the request although it was not stored',
    });
    const expected = webhook.batch ? texts : ['one'];
    const got = host.stored.map((event) => ('token' in event ? event.token : 'text' in event ? event.text : ''));
    check(shown(got) === shown(expected), {
      expected: `the events ${shown(expected)}`,
      got: shown(got),
      cause: 'only the first event of a request is read, or events are out of order',
    });
  });
}

function checkNothingStored({ host }: Opened): void {
  check(host.stored.length === 0, {
    expected: 'no event',
    got: shown(host.stored),
    cause: 'a request is delivered before it is verified',
  });
}

function webhookOf({ rig }: Opened): WebhookRig {
  if (!rig.webhook) throw new Error('A rig with a webhook mode needs `webhook`.');
  return rig.webhook;
}
