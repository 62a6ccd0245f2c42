import { expect, it } from 'vitest';
import { startSevenChats } from '../approvals/seven-chats.js';
import { startOnce } from '../harness/shared.js';
import { until } from '../harness/until.js';

const seven = startOnce(async () => {
  const started = await startSevenChats();
  const rule = {
    rule_id: 'deployments',
    actions: ['deploy'],
    then: { grants: { max_sec: 14_400, same: ['service', 'env'] } },
  };
  const added = await started.gateway.request('POST', '/v1/rules/new', { body: rule });
  if (added.status !== 201) throw new Error(added.text);
  return started;
});
const covered = 'deploy, with service = api and env = staging; version may differ; at most 50 times';
/** Where three buttons are the most. */
const isSmall = (platform: string) => platform === 'whatsapp' || platform === 'messenger';

it('a question that offers standing approvals says in words what its buttons cover, and a press gives one, on each of the seven platforms', async () => {
  const { gateway, chats } = seven();
  for (const chat of chats) {
    const { platform } = chat;
    const ask = async (version: string, decisions: readonly string[]) => {
      const action = { name: 'deploy', args: { service: 'api', env: 'staging', version } };
      const body = { channel_id: platform, text: 'Ship it?', action, decisions };
      const asked = await gateway.request('POST', '/v1/prompts/new', { body });
      expect(asked.status, `${platform}: ${asked.text}`).toBe(200);
      return asked.json;
    };
    const asked = await ask('1', ['approve', 'reject']);
    const question = (await chat.messages()).at(-1);
    const own = isSmall(platform) ? ['✅ Approve for 1 h'] : ['✅ Approve for 1 h', '✅ Approve for 4 h'];
    expect(question?.buttons, platform).toEqual(['✅ Approve', ...own, '⛔ Reject']);
    const labels = isSmall(platform) ? 'Approve for 1 h also lets' : 'Approve for 1 h and Approve for 4 h also let';
    expect(question?.text, platform).toContain(`${labels} these run: ${covered}`);

    await chat.press('Approve for 1 h');
    await until(async () => {
      const record = await gateway.request('GET', `/v1/prompts/${asked.prompt_num}`);
      return record.json.state === 'answered';
    });
    await until(async () => (await chat.messages()).some(({ text }) => text.includes('Standing approval by')));
    const message = (await chat.messages()).findLast(({ text }) => text.includes('Standing approval by'));
    expect(message?.text, platform).toContain(covered);
    expect(message?.buttons, platform).toEqual(['Stop']);
    expect(await ask('2', ['approve', 'reject']), platform).toMatchObject({
      state: 'answered',
      grant_id: expect.any(String),
    });

    await chat.press('Stop');
    const grants = async () => (await gateway.request('GET', '/v1/grants')).json as unknown as { ended_at: unknown }[];
    await until(async () => (await grants()).every((grant) => grant.ended_at !== null));
    expect(await ask('3', ['approve', 'reject']), platform).toMatchObject({ state: 'pending', grant_id: null });
  }
});

it('where three buttons are the most, a standing approval takes the place of Edit, which people choose by a reply', async () => {
  const { gateway, chats } = seven();
  for (const chat of chats.filter(({ platform }) => isSmall(platform))) {
    const action = { name: 'deploy', args: { service: 'web', env: 'staging', version: '1' } };
    const body = { channel_id: chat.platform, text: 'Ship it?', action, decisions: ['approve', 'edit', 'reject'] };
    const asked = await gateway.request('POST', '/v1/prompts/new', { body });
    expect(asked.status, asked.text).toBe(200);
    const question = (await chat.messages()).at(-1);
    expect(question?.buttons, chat.platform).toEqual(['✅ Approve', '✅ Approve for 1 h', '⛔ Reject']);
    expect(question?.text, chat.platform).toContain('To choose another answer, reply to this message: Edit');
  }
});

it('where the button that shows the whole action needs the last place, no standing approval is offered', async () => {
  const { gateway, chats } = seven();
  for (const chat of chats.filter(({ platform }) => isSmall(platform))) {
    const action = { name: 'deploy', args: { service: 'web', env: 'staging', notes: 'a'.repeat(2000) } };
    const body = { channel_id: chat.platform, text: 'Ship it?', action, decisions: ['approve', 'reject'] };
    const asked = await gateway.request('POST', '/v1/prompts/new', { body });
    expect(asked.status, asked.text).toBe(200);
    const question = (await chat.messages()).at(-1);
    expect(question?.buttons, chat.platform).toEqual(['✅ Approve', '⛔ Reject', 'Show all']);
    expect(question?.text, chat.platform).not.toContain('Approve for 1 h');
  }
});
