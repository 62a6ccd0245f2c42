import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getPrompt } from '@gateway/contract';
import type { Page } from '@playwright/test';
import { expectAccessible, expectReadable } from '../support/accessible.js';
import { phone } from '../support/browser.mjs';
import { expect, open, test } from '../support/test.js';

// With API keys, a push service has an https address in the internet.
test.use({ ...phone, settings: { USE_AUTH: 'false' } });

/** A push service cannot be reached in tests: the browser's part of a subscription is replaced, the rest is real. */
async function stubPushService(page: Page, endpoint: string): Promise<void> {
  const ecdh = createECDH('prime256v1');
  const keys = { p256dh: ecdh.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
  await page.addInitScript(
    (json) => {
      let current: unknown = null;
      const subscription = {
        options: {},
        toJSON: () => json,
        async unsubscribe() {
          current = null;
          return true;
        },
      };
      Object.assign(PushManager.prototype, {
        subscribe: async () => (current = subscription),
        getSubscription: async () => current,
      });
    },
    { endpoint, keys },
  );
}

test('on a phone: turns notifications on, opens a prompt from a notification, and answers it with a second tap', async ({
  page,
  context,
  fixture,
  baseURL,
}) => {
  const origin = new URL(baseURL ?? '').origin;
  const manifest = await (await page.request.get('manifest.webmanifest')).json();
  expect(manifest).toMatchObject({ start_url: '/console/prompts', scope: '/console/', display: 'standalone' });
  for (const { src, type } of manifest.icons)
    expect((await page.request.get(src)).headers()['content-type'], src).toContain(type);
  const script = (await page.request.get('sw.js')).headers();
  expect([script['cache-control'], script['content-type']]).toEqual([
    'no-cache',
    expect.stringContaining('javascript'),
  ]);

  await context.grantPermissions(['notifications'], { origin });
  const pushes: string[] = [];
  const service = createServer((request, response) => {
    pushes.push(request.headers['content-encoding'] ?? '');
    response.writeHead(201).end();
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  await stubPushService(page, `http://127.0.0.1:${(service.address() as AddressInfo).port}/push`);
  await open(page, 'account');
  await page.getByRole('button', { name: 'Turn on in this browser' }).tap();
  const devices = page.getByRole('list', { name: 'Browsers with notifications' });
  await expect(devices.getByText('This browser')).toBeVisible();
  await devices.getByRole('button', { name: /Send test/ }).tap();
  await expect(page.getByText('Test sent.')).toBeVisible();
  expect(pushes).toEqual(['aes128gcm']);
  await page.getByRole('switch', { name: 'Quiet hours' }).tap();
  await expect(page.getByLabel('From')).toHaveValue('22:00');
  await page.getByRole('switch', { name: 'Quiet hours' }).tap();
  await expect(page.getByLabel('From')).toBeHidden();
  // Owners are told of problems of the gateway, unless they choose otherwise.
  const problems = page.getByRole('switch', { name: 'Problems of the gateway' });
  await expect(problems).toBeChecked();
  await problems.tap();
  await expect(problems).not.toBeChecked();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectReadable(page);

  const id = await fixture.ask('Shall the night train run?');
  const num = Number(id.slice(1));
  const choices = [
    { number: 1, label: 'Approve' },
    { number: 2, label: 'Reject' },
  ];
  const message = { type: 'asked', num, channel: 'approvals', question: 'Shall the night train run?', choices };
  const cdp = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    }),
  );
  await cdp.send('ServiceWorker.enable');
  const registrationId = await registered;
  const deliver = (data: object) =>
    cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(data) });
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
    });
  await deliver(message);
  await expect
    .poll(shown)
    .toContainEqual({ title: `#${num} · approvals`, body: message.question, tag: `prompt-${num}` });

  const tap = async (tag: string, action: string) =>
    await context.serviceWorkers()[0]?.evaluate(
      async ([wanted = '', button = '']) => {
        const scope = globalThis as unknown as {
          registration: ServiceWorkerRegistration;
          dispatchEvent(event: Event): void;
        };
        const [notification] = await scope.registration.getNotifications({ tag: wanted });
        const Click = (globalThis as unknown as { NotificationEvent: new (type: string, init: object) => Event })
          .NotificationEvent;
        scope.dispatchEvent(new Click('notificationclick', { notification, action: button }));
      },
      [tag, action],
    );

  const alert = { type: 'alert', kind: 'channel_failing', subject: 'approvals', name: 'approvals', over: false };
  await deliver({ ...alert, detail: 'bot was kicked', text: '' });
  await expect.poll(shown).toContainEqual({
    title: 'Problem of the gateway',
    body: 'The channel approvals is failing. bot was kicked',
    tag: 'alert-channel_failing-approvals',
  });
  await tap('alert-channel_failing-approvals', '');
  await expect(page).toHaveURL(/\/console\/channels\/approvals$/);

  await tap(`prompt-${num}`, '1');
  await expect(page).toHaveURL(new RegExp(`/console/prompts/${num}\\?choose=1$`));
  await expect(page.getByRole('radio', { name: 'Approve' })).toBeChecked();
  const send = page.getByRole('button', { name: 'Send answer' });
  await expect(send).toBeFocused();
  await expect(send).toBeInViewport();
  expect((await fixture.agent(getPrompt, { params: { id } })).state).toBe('pending');
  await expectAccessible(page);
  await send.tap();
  await expect(page.getByRole('status').getByText(/answered in the console/)).toBeVisible();
  expect((await fixture.agent(getPrompt, { params: { id } })).answer).toBe('Approve');

  // Another person answers: the notification of an open console is closed.
  await deliver({ ...message, num: num + 1000 });
  await expect.poll(shown).toContainEqual(expect.objectContaining({ tag: `prompt-${num + 1000}` }));
  await deliver({ type: 'closed', num: num + 1000, outcome: 'Answered by Emma.' });
  await expect.poll(shown).not.toContainEqual(expect.objectContaining({ tag: `prompt-${num + 1000}` }));

  // A new language replaces the worker.
  await open(page, 'account');
  await page.getByLabel('Show the console in').selectOption('Deutsch');
  await page.getByRole('button', { name: 'Change language' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL))
    .toMatch(/\/sw\.js\?language=de$/);
  await deliver({ type: 'test' });
  await expect.poll(shown).toContainEqual(expect.objectContaining({ title: 'Benachrichtigungen funktionieren' }));
  service.close();
  service.closeAllConnections();
});

test.describe('signed out', () => {
  test.use({ as: null });

  test('on a phone: the link of a notification leads through the sign-in to the chosen answer', async ({
    page,
    fixture,
  }) => {
    const num = Number((await fixture.ask('Shall the bridge open?')).slice(1));
    const { email, password } = fixture.operators.owner;
    await page.goto(`prompts/${num}?choose=2`);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).tap();
    await expect(page.getByRole('radio', { name: 'Reject' })).toBeChecked();
  });
});
