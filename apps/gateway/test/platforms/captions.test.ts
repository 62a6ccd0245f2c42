import { expect, it } from 'vitest';
import { startSevenChats } from '../approvals/seven-chats.js';
import { startOnce } from '../harness/shared.js';
import { until } from '../harness/until.js';

const seven = startOnce(startSevenChats);

it('the words that come with a file answer a question, on each of the seven platforms', async () => {
  const { gateway, chats } = seven();
  const files = [{ name: 'report.txt', type: 'text/plain', bytes: Buffer.from('All is well.') }];
  for (const { platform, sendFiles } of chats) {
    const body = { channel_id: platform, text: 'What is in the report?', allow_text: true };
    const asked = await gateway.request('POST', '/v1/prompts/new', { body });
    expect(asked.status, `${platform}: ${asked.text}`).toBe(200);
    await sendFiles(files, { text: `The words of ${platform}`, reply: true });
    const record = async () => (await gateway.request('GET', `/v1/prompts/${asked.json.prompt_num}`)).json;
    await until(async () => (await record()).state === 'answered');
    expect((await record()).answer, platform).toBe(`The words of ${platform}`);
  }
});
