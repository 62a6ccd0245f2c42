import type { ReceiverDetail } from '@gateway/contract';
import { expect, open, test } from '../support/test.js';

const receiver: ReceiverDetail = {
  id: 'https:agent.example:8443',
  destination: 'https://agent.example:8443',
  name: null,
  state: 'failing',
  failing_since: '2026-01-01T12:00:00.000Z',
  failed_attempts: 7,
  last_failed_at: '2026-01-01T12:20:00.000Z',
  last_status: 503,
  last_error: 'The receiver answered 503.',
  reported_at: '2026-01-01T12:10:00.000Z',
  paused_at: null,
  paused_by: null,
  pending_count: 1,
  dead_count: 0,
  attempts: 7,
  error_rate: 1,
  p50_ms: 10,
  p95_ms: 20,
  last_attempt: null,
};

test.describe('a viewer', () => {
  test.use({ as: 'viewer' });

  test('sees a failing receiver on Deliveries and on the overview after its event', async ({ page }) => {
    let reported: ReceiverDetail[] = [];
    let sendEvent = () => {};
    const eventSent = new Promise<void>((resolve) => (sendEvent = resolve));
    // A receiver is reported after ten minutes of failures. Others are in the API's list but not shown.
    const recent = { ...receiver, destination: 'https://recent.example', reported_at: null };
    const ended = {
      ...recent,
      destination: 'https://ended.example',
      name: 'Ledger',
      dead_count: 2,
      failed_attempts: 5,
      last_error: null,
    };
    await page.route('**/v1/receivers', (route) => route.fulfill({ json: [...reported, recent, ended] }));
    let connections = 0;
    await page.route('**/v1/events*', async (route) => {
      connections += 1;
      if (connections > 1) await eventSent;
      const event =
        connections > 1 ? `event: delivery.receiver_failing\ndata: ${JSON.stringify(receiver)}\n` : ': open\n';
      await route.fulfill({ contentType: 'text/event-stream', body: `retry: 100\n\nid: 1\n${event}\n` });
    });
    await open(page, 'deliveries');
    await expect.poll(() => connections).toBe(2);
    const main = page.getByRole('main');
    await expect(main.getByText('https://agent.example:8443')).toHaveCount(0);
    // All attempts of a callback have failed within these ten minutes.
    await expect(main.getByText('https://ended.example')).toBeVisible();
    await expect(main.getByRole('link', { name: 'Ledger' })).toBeVisible();

    reported = [receiver];
    sendEvent();
    await expect(main.getByText('https://agent.example:8443')).toBeVisible();
    await expect(main.getByText(/7 failed attempts/)).toBeVisible();
    await expect(main.getByText('Last error: The receiver answered 503.')).toBeVisible();
    await expect(main.getByText('https://recent.example')).toHaveCount(0);

    await open(page, '');
    await expect(main.getByText('2 receivers are failing.')).toBeVisible();
    await expect(main.getByText('Ledger (https://ended.example)')).toBeVisible();
    await main.getByText('2 receivers are failing.').getByRole('link', { name: 'Deliveries' }).click();
    await expect(main.getByText('https://agent.example:8443')).toBeVisible();
    await page.goBack();
    await expect(main.getByRole('link', { name: 'https://agent.example:8443' })).toHaveAttribute(
      'href',
      '/console/receivers/https%3Aagent.example%3A8443',
    );
  });
});
