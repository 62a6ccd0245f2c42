import { expect, it } from 'vitest';
import { startSevenChats } from '../approvals/seven-chats.js';
import { startOnce } from '../harness/shared.js';
import { until } from '../harness/until.js';
import { document, png, sha256 } from './fixture.js';

const seven = startOnce(startSevenChats);

async function ask(platform: string) {
  const body = { channel_id: platform, text: 'Which receipt?', allow_text: true, allow_attachments: true };
  const asked = await seven().gateway.request('POST', '/v1/prompts/new', { body });
  expect(asked.status, `${platform}: ${asked.text}`).toBe(200);
  expect(asked.json.warnings, platform).toEqual([]);
  const answered = async () => (await seven().gateway.request('GET', `/v1/prompts/${asked.json.prompt_num}`)).json;
  await until(async () => (await answered()).message_id !== null);
  return async () => {
    await until(async () => (await answered()).state === 'answered');
    return await answered();
  };
}

it('a photo in a reply is an answer with its bytes, on each of the seven platforms', async () => {
  for (const chat of seven().chats) {
    const answer = await ask(chat.platform);
    await chat.sendFiles([png], { reply: true });
    const { answer_attachments: files, answer_type: type } = await answer();
    const expected = { type: 'image/png', size: png.bytes.length, sha256: sha256(png.bytes) };
    expect({ type, files }, chat.platform).toMatchObject({ type: 'text', files: [expected] });
    const served = await fetch(files[0].url.replace('localhost', '127.0.0.1'));
    expect(Buffer.from(await served.arrayBuffer()), chat.platform).toEqual(png.bytes);
  }
});

it('a file with a text is an answer with both, on each of the seven platforms', async () => {
  for (const chat of seven().chats) {
    const answer = await ask(chat.platform);
    const file = document(`receipt-${chat.platform}.txt`);
    await chat.sendFiles([file], { reply: true, text: 'The one of Monday' });
    const { answer: text, answer_attachments: files } = await answer();
    expect({ text, digests: files.map(({ sha256: digest }: { sha256: string }) => digest) }, chat.platform).toEqual({
      text: 'The one of Monday',
      digests: [sha256(file.bytes)],
    });
  }
});
