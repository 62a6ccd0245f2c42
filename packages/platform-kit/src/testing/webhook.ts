import { expect, it } from 'vitest';
import type { Opened } from './rig.js';

/** Tests of the webhook address. */
export function describeWebhook(open: () => Promise<Opened>): void {
  it('rejects forged requests with 4xx and delivers no events', async () => {
    const { rig, host } = await open();
    for (const [name, request] of Object.entries(rig.webhook?.forged('evil') ?? {})) {
      const reply = await host.connection.webhook?.(request);
      expect([name, reply?.status]).toEqual([
        name,
        expect.toSatisfy((status: number) => status >= 400 && status < 500),
      ]);
    }
    expect(host.stored).toEqual([]);
  });

  it('replies 200 to an unknown kind of event, and never 5xx to a malformed body', async () => {
    const { rig, host } = await open();
    if (!rig.webhook) throw new Error('A rig with a webhook mode needs `webhook`.');
    expect((await host.connection.webhook?.(rig.webhook.unknown()))?.status).toBe(200);
    const valid = rig.webhook.text('x');
    for (const body of ['', '{', '[]', 'null', '\u0000']) {
      const status = (await host.connection.webhook?.({ ...valid, body: Buffer.from(body) }))?.status ?? 0;
      expect([body, status >= 200 && status < 500]).toEqual([body, true]);
    }
    expect(host.stored).toEqual([]);
  });

  it('delivers every event of a batch, and replies 5xx when they cannot be stored', async () => {
    const { rig, host } = await open();
    const texts = ['one', 'zwei ü', 'three'];
    const request = rig.webhook?.batch?.(texts) ?? rig.webhook?.text('one');
    if (!request) throw new Error('A rig with a webhook mode needs `webhook`.');
    host.failDeliveries(1);
    expect((await host.connection.webhook?.(request))?.status).toBeGreaterThanOrEqual(500);
    expect((await host.connection.webhook?.(request))?.status).toBe(200);
    const expected = rig.webhook?.batch ? texts : ['one'];
    expect(host.stored.map((event) => ('token' in event ? event.token : 'text' in event ? event.text : ''))).toEqual(
      expected,
    );
  });
}
