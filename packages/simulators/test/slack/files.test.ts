import { describe, expect, it } from 'vitest';
import { refusal, start } from './setup.js';

const report = { name: 'report.txt', type: 'text/plain', bytes: Buffer.from('All is well.') };

describe("Slack simulator: files of people with Slack's client", () => {
  it('are described by files.info and downloaded with the bot token', async () => {
    const { sim, ada, ops, web } = await start();
    const { files: [sent] = [] } = sim.sendFiles({ channel: ops, user: ada, files: [report], onlyIds: true });
    expect(sent).toEqual({ id: sent?.id, file_access: 'check_file_info' });
    const { file } = await web.files.info({ file: sent?.id ?? '' });
    expect(file).toMatchObject({ name: 'report.txt', mimetype: 'text/plain', size: 12 });
    const read = async (token: string) => {
      const response = await fetch(file?.url_private_download ?? '', { headers: { authorization: `Bearer ${token}` } });
      return await response.text();
    };
    expect(await read(sim.botToken)).toBe('All is well.');
    expect(await read('xoxb-wrong')).toContain('Sign in');
  });

  it('need the scope files:read', async () => {
    const { sim, ada, ops, web } = await start();
    const { files: [sent] = [] } = sim.sendFiles({ channel: ops, user: ada, files: [report], text: 'Look' });
    sim.removeScope('files:read');
    expect(await refusal(web.files.info({ file: sent?.id ?? '' }))).toBe('missing_scope');
    const headers = { authorization: `Bearer ${sim.botToken}` };
    expect(await (await fetch(sent?.url_private ?? '', { headers })).text()).toContain('Sign in');
  });

  it('are an event with the subtype file_share', async () => {
    const { sim, ada, ops } = await start();
    sim.sendFiles({ channel: ops, user: ada, files: [report] });
    expect(sim.events()[0]?.payload).toMatchObject({
      event: { type: 'message', subtype: 'file_share', text: '', files: [{ name: 'report.txt', mode: 'hosted' }] },
    });
  });
});
