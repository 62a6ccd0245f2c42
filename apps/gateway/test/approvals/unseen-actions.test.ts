import { expect, it } from 'vitest';
import { startChatWithoutButtons } from '../harness/chat-without-buttons.js';
import { onEveryEngine } from '../harness/engines.js';
import { setUpConsole } from '../harness/operators.js';
import { until } from '../harness/until.js';
import { longAction, startUnseen } from './unseen.js';

onEveryEngine((engine) => {
  it('a chat that could not show the whole action approves by no press, text or edit, and still rejects', async () => {
    const { askUnseen, expectRefused, expectTextRefused, stateOf, press, telegram, ada, get, reaches } =
      await startUnseen(engine);
    const num = await askUnseen();
    await expectRefused('Approve');
    await expectRefused('Edit');
    await expectTextRefused(`ID:#${num} Approve`);
    telegram.writeText({ chat: ada, text: `ID:#${num} n: 2` });
    await until(() =>
      telegram
        .messages({ chat: ada })
        .some(({ reply_markup: markup }) => JSON.stringify(markup)?.includes('Use these')),
    );
    await expectRefused('Use these');
    expect([await stateOf(num), (await get(num)).decision]).toEqual(['pending', null]);
    const { message_id: message } = telegram.messages({ chat: ada })[0] ?? { message_id: 0 };
    await telegram.press({ chat: ada, message, button: 'Reject' });
    expect(await reaches(num, 'answered')).toMatchObject({ decision: { value: 'reject' } });
    await press('Approve').catch(() => null);
    expect((await get(num)).decision.value).toBe('reject');
  });

  it('a chat that could not show the whole action approves by no option, also where the question names none', async () => {
    const { askUnseen, expectRefused, reaches, press } = await startUnseen(engine);
    const options = { decisions: undefined, options: ['Ship it', 'No'] };
    const named = await askUnseen({ ...options, approving_options: ['Ship it'] });
    await expectRefused('Ship it');
    await press('No');
    expect(await reaches(named, 'answered')).toMatchObject({ answer: 'No' });
    await askUnseen(options);
    for (const option of options.options) await expectRefused(option);
  });

  it('a chat that could not show the whole action casts no vote for it, and votes against it', async () => {
    const { admin, askUnseen, expectRefused, get, press, reaches } = await startUnseen(engine);
    await admin('POST', '/v1/policies/new', { policy_id: 'two', name: 'Two', approvals: 2 });
    const num = await askUnseen({ policy: 'two', decisions: ['approve', 'reject'] });
    await expectRefused('Approve');
    expect(await get(num)).toMatchObject({ state: 'pending', votes: [] });
    await press('Reject');
    expect(await reaches(num, 'answered')).toMatchObject({ decision: { value: 'reject' } });
  });

  it('the console approves what a chat could not show', async () => {
    const { askUnseen, gateway, expectRefused } = await startUnseen(engine);
    const console = await setUpConsole(gateway);
    const num = await askUnseen();
    await expectRefused('Approve');
    const reply = await console.request('POST', `/v1/prompts/${num}/answer`, { type: 'decision', value: 'approve' });
    expect(reply).toMatchObject({ status: 200, json: { state: 'answered', decision: { value: 'approve' } } });
  });

  it('a chat in which people reply with numbers approves nothing that it could not show, by number, words or edit', async () => {
    const { chat, gateway } = await startChatWithoutButtons({ choices: 'replies' }, engine);
    const action = { name: 'run', args: { cmd: `${'a'.repeat(6000)} rm -rf /srv ${'b'.repeat(6000)}`, n: 1 } };
    const body = { channel_id: 'ops', text: 'Go?', action, decisions: ['approve', 'reject', 'edit'] };
    const { json } = await gateway.request('POST', '/v1/prompts/new', { body });
    expect(json.warnings).toMatchObject([{ code: 'uninspectable' }]);
    const { id } = await chat.reads('What will be done:');
    await chat.write('Ada', 'n: 2', id);
    await chat.reads('n: 2');
    const refusals = () => chat.shown.filter(({ text }) => text.includes('Read and answer it in the console')).length;
    for (const [at, said] of ['1', 'approve', '1 because it is fine', 'use these'].entries()) {
      await chat.write('Ada', said, id);
      await until(() => refusals() === at + 1);
    }
    await chat.write('Ada', '2', id);
    const record = await gateway.request('GET', '/v1/prompts/1?wait=10');
    expect(record.json).toMatchObject({ state: 'answered', decision: { value: 'reject' } });
  });

  it('a chat approves again as soon as Show all succeeds, and a failure of it counts again', async () => {
    const { askUnseen, isUnseen, telegram, press, expectRefused, documents, refuse, clock, reaches } =
      await startUnseen(engine);
    const num = await askUnseen();
    telegram.clearFaults();
    expect((await press('Show all')).notice).toContain('follows');
    await until(() => documents().length === 1);
    await until(async () => !(await isUnseen(num)));
    refuse();
    clock.advance(20_000);
    await press('Show all');
    await until(() => isUnseen(num));
    await expectRefused('Approve');
    telegram.clearFaults();
    await press('Show all');
    await until(async () => !(await isUnseen(num)));
    await press('Approve');
    await reaches(num, 'answered');
  });

  it('of two chats only the one that could not show the whole action approves nothing', async () => {
    const { askUnseen, expectRefused, get, atSlack, reaches } = await startUnseen(engine);
    const num = await askUnseen({ channel_id: undefined, channels: ['approvals', 'oncall'] });
    expect((await get(num)).posts).toMatchObject([
      { channel_id: 'approvals', uninspectable: true },
      { channel_id: 'oncall', uninspectable: false },
    ]);
    await expectRefused('Approve');
    await atSlack('Approve');
    expect(await reaches(num, 'answered')).toMatchObject({ decision: { value: 'approve' } });
  });

  it('the end of time approves only what a chat could show whole, and rejects in any case', async () => {
    const { admin, askUnseen, clock, reaches } = await startUnseen(engine);
    for (const decision of ['approve', 'reject']) {
      const policy = { policy_id: decision, name: decision, on_timeout: { decision } };
      expect((await admin('POST', '/v1/policies/new', policy)).status).toBe(201);
    }
    const both = { channel_id: undefined, channels: ['approvals', 'oncall'] };
    const unseen = await askUnseen({ policy: 'approve', ttl_sec: 60 });
    const seen = await askUnseen({ policy: 'approve', ttl_sec: 60, ...both });
    const rejected = await askUnseen({ policy: 'reject', ttl_sec: 60 });
    clock.advance(61_000);
    expect(await reaches(unseen, 'expired')).toMatchObject({ decision: null, decided_by: null });
    expect(await reaches(seen, 'answered')).toMatchObject({ decision: { value: 'approve' }, decided_by: 'policy' });
    expect(await reaches(rejected, 'answered')).toMatchObject({ decision: { value: 'reject' }, decided_by: 'policy' });
  });

  it('an action that a refused file cannot show is shown as messages', async () => {
    const { ask, refuse, press, atAda, isUnseen, reaches } = await startUnseen(engine);
    const { prompt_num: num } = await ask({ action: longAction });
    refuse({ files: true });
    await press('Show all');
    await until(() => atAda().some((text) => text.startsWith(`Question #${num}\n`) && text.includes('rm -rf /srv')));
    expect(await isUnseen(num)).toBe(false);
    await press('Approve');
    await reaches(num, 'answered');
  });
});
