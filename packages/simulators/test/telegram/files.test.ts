import { describe, expect, it } from 'vitest';
import { described, PNG, start } from './setup.js';

const report = { name: 'report.txt', type: 'text/plain', bytes: Buffer.from('All is well.') };

describe("Telegram simulator: files of people with grammY's client", () => {
  it('are an album that the bot downloads with getFile', async () => {
    const { sim, ada, api } = await start();
    const photo = { name: 'a.png', type: 'image/png', bytes: PNG };
    sim.sendFiles({ chat: ada, files: [photo, report], text: 'Both @ada_l' });
    const [first, second] = (await api.getUpdates()).map(({ message }) => message);
    expect(first).toMatchObject({ caption: 'Both @ada_l', caption_entities: [{ type: 'mention' }] });
    expect(first?.media_group_id).toBe(second?.media_group_id);
    expect(second).toMatchObject({ document: { file_name: 'report.txt', mime_type: 'text/plain', file_size: 12 } });
    expect(second).not.toHaveProperty('caption');
    const { file_path, file_size } = await api.getFile(first?.photo?.at(-1)?.file_id ?? '');
    expect(file_size).toBe(PNG.length);
    const read = (token: string) => fetch(`${sim.url}/file/bot${token}/${file_path}`);
    expect(Buffer.from(await (await read(sim.token)).arrayBuffer())).toEqual(PNG);
    expect((await read('1:wrong')).status).toBe(404);
  });

  it('beyond 20 MB cannot be downloaded', async () => {
    const { sim, ada, api } = await start();
    const [sent] = sim.sendFiles({ chat: ada, files: [{ ...report, bytes: Buffer.alloc(20 * 1024 * 1024 + 1) }] });
    expect(await described(api.getFile(sent?.message.document?.file_id ?? ''))).toBe('Bad Request: file is too big');
  });

  it('are sent over the control API with their bytes in base64', async () => {
    const { sim, ada, api } = await start();
    const post = async (body: object) =>
      (await fetch(`${sim.url}/control/files`, { method: 'POST', body: JSON.stringify(body) })).status;
    expect(await post({ chat: ada.id, files: [{ name: 'a.txt', type: 'text/plain', base64: 'aGk=' }] })).toBe(200);
    expect(await post({ chat: ada.id, files: [] })).toBe(400);
    expect(await post({ chat: ada.id, files: [{ name: 'a.txt' }] })).toBe(400);
    const updates = await api.getUpdates();
    expect(updates).toMatchObject([{ message: { document: { file_name: 'a.txt', file_size: 2 } } }]);
  });
});
