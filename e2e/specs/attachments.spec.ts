import { createChannel } from '@gateway/contract';
import { startTeamsSimulator } from '@gateway/simulators/teams';
import { startBareGateway } from '../support/fixture.js';
import { createOperators, signInAgain } from '../support/operators.js';
import { expect, open, test } from '../support/test.js';

test.use({ as: null });

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
  'base64',
);

test('uploaded pictures and PDF files that the gateway hosts have a preview', async ({ page, context, request }) => {
  const teams = await startTeamsSimulator({ botName: 'Gateway' });
  const chat = teams.addConversation({ name: 'ops' });
  const { gateway, close } = await startBareGateway({
    PUBLIC_WEBHOOK_URL: 'https://gateway.example.com',
    PLATFORM_TEAMS_TOKEN_URL: teams.endpoints.token,
    PLATFORM_TEAMS_OPENID_URL: teams.endpoints.openid,
    PLATFORM_TEAMS_SERVICE_URL: teams.endpoints.service,
  });
  try {
    const { owner } = await createOperators(gateway.url, await gateway.setUpLink());
    await context.addCookies([(await signInAgain(gateway.url, owner)).cookie]);
    await owner.call(createChannel, {
      body: {
        channel_id: 'ops',
        platform: 'teams',
        target_chat_id: chat.id,
        channel_type: 'PROMPT',
        credentials: { app_id: teams.appId, app_password: teams.appPassword, app_tenant_id: teams.tenantId },
      },
    });
    const upload = async (name: string, buffer: Buffer) => {
      const fields = { channel_id: 'ops', text: `Publish ${name}?`, options: '["Yes","No"]' };
      const file = { name, mimeType: 'application/octet-stream', buffer };
      const asked = await request.post(`${gateway.url}/v1/prompts/new`, { multipart: { ...fields, file } });
      expect(asked.status()).toBe(200);
      return ((await asked.json()) as { prompt_num: number }).prompt_num;
    };
    const prompts = `${gateway.url}/console/prompts`;

    await open(page, `${prompts}/${await upload('chart.png', png)}`);
    const picture = page.getByAltText('Attachment of the prompt');
    await expect
      .poll(() => picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
      .toBe(1);
    await expect(page.getByText('chart.png', { exact: true })).toBeVisible();

    await open(page, `${prompts}/${await upload('plan.pdf', Buffer.from('%PDF-1.7\n1 0 obj\n'))}`);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download the PDF' }).click();
    expect((await download).suggestedFilename()).toBe('plan.pdf');

    await open(page, `${prompts}/${await upload('page.html', Buffer.from('<script>alert(1)</script>'))}`);
    await expect(page.getByText('page.html', { exact: true })).toBeVisible();
    await expect(picture).toHaveCount(0);
  } finally {
    await close();
    await teams.close();
  }
});
