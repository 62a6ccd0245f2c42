import { describe, expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine, type Engine } from '../harness/engines.js';
import { registerChannel } from '../harness/gateway.js';
import { makeKey, startKeyedGateway } from '../harness/keys.js';
import { setUpConsole } from '../harness/operators.js';
import { until } from '../harness/until.js';
import { startAsking } from './asking.js';

/** A group chat of Ada and Bob. Both are people, and Ada is the operator of the console. */
async function startTeam(engine?: Engine) {
  const clock = manualClock();
  const asking = await startAsking({ clock, ...(engine && { engine }) });
  const { telegram, gateway, ada } = asking;
  const bob = telegram.addUser({ firstName: 'Bob' });
  const team = telegram.addChat({ title: 'Team', members: [ada.id, bob.id] });
  await registerChannel(gateway, telegram, { id: 'team', chat: team });
  const send = async (method: string, path: string, body: object) => {
    const reply = await gateway.request(method, path, { body });
    if (reply.status >= 300) throw new Error(reply.text);
  };
  const identity = (user: { id: number }) => [{ platform: 'telegram', user_id: String(user.id) }];
  const console = await setUpConsole(gateway);
  const { operator } = (await console.request('GET', '/console/session')).json;
  const join = () => send('PATCH', '/v1/people/ada', { operator_id: operator.id });
  await send('POST', '/v1/people/new', { person_id: 'ada', name: 'Ada', identities: identity(ada) });
  await send('POST', '/v1/people/new', { person_id: 'bob', name: 'Bob', identities: identity(bob) });
  await send('POST', '/v1/groups/new', { group_id: 'leads', name: 'Leads', members: ['bob'] });
  await send('POST', '/v1/policies/new', { policy_id: 'two', name: 'Two', approvals: 2 });
  const ask = (more: object = {}) => asking.ask({ channel_id: 'team', options: ['Yes', 'No'], ...more });
  const press = (user: { id: number }, button: string) => telegram.press({ chat: team, user, button });
  const numsOf = (reply: { json: { prompt_num: number }[] }) => reply.json.map(({ prompt_num: num }) => num);
  const waiting = async (who: string, more = '') => numsOf(await asking.list(`?waiting_for=${who}${more}`));
  const mine = async () => numsOf(await console.request('GET', '/v1/prompts?waiting_for=me'));
  return { ...asking, clock, bob, team, send, identity, console, join, ask, press, waiting, mine };
}

onEveryEngine((engine) => {
  it('the list of prompts waiting for a person follows approvers, groups, votes and answers at once', async () => {
    const { ask, send, ada, press, waiting, clock } = await startTeam(engine);
    await ask({ approvers: [{ person: 'ada' }] });
    await ask({ approvers: [{ group: 'leads' }] });
    await ask({ approvers: [{ user_id: String(ada.id) }] });
    await ask();
    expect(await waiting('ada')).toEqual([4, 3, 1]);
    expect(await waiting('bob')).toEqual([4, 2]);

    await send('PATCH', '/v1/groups/leads', { members: ['ada', 'bob'] });
    expect(await waiting('ada')).toEqual([4, 3, 2, 1]);
    await send('PATCH', '/v1/channels/team', { approvers: [{ person: 'ada' }] });
    expect(await waiting('bob')).toEqual([]);
    await send('PATCH', '/v1/channels/team', { approvers: null });

    await ask({ policy: 'two', decisions: ['approve', 'reject'], options: null });
    await press(ada, 'Approve');
    expect(await waiting('ada', '&limit=2')).toEqual([4, 3]);
    expect(await waiting('bob', '&order=ends_soonest'), 'the soonest end first').toEqual([2, 4, 5]);
    expect(await waiting('bob')).toEqual([5, 4, 2]);
    clock.skip(3_600_000);
    expect(await waiting('bob')).toEqual([]);
  });
});

describe('waiting_for', () => {
  it('leaves out prompts of which the person is the excluded requester, and prompts that take no answer', async () => {
    const { ask, send, waiting } = await startTeam();
    await send('POST', '/v1/policies/new', { policy_id: 'other', name: 'Other', requester_may_answer: false });
    await ask({ policy: 'other', requested_by: { person: 'ada' } });
    await ask({ options: [] });
    expect(await waiting('ada')).toEqual([]);
    expect(await waiting('bob')).toEqual([1]);
  });

  it('counts the approvers of a step once the step was made', async () => {
    const { ask, send, waiting, telegram, gateway, ada, clock } = await startTeam();
    await registerChannel(gateway, telegram, { id: 'ada-only', chat: ada });
    const steps = [{ after_sec: 60, channels: ['ada-only'], approvers: [{ person: 'ada' }] }];
    await send('POST', '/v1/policies/new', { policy_id: 'late', name: 'Late', steps });
    await ask({ policy: 'late', approvers: [{ person: 'bob' }] });
    expect(await waiting('ada')).toEqual([]);
    clock.advance(60_000);
    await until(async () => {
      clock.advance(100);
      return (await waiting('ada')).includes(1);
    });
  });

  it('me is the person of the operator, and without a person only what anybody may answer waits', async () => {
    const { ask, mine, join, console, gateway } = await startTeam();
    const count = async () => (await console.request('GET', '/v1/prompts/counts/waiting')).json;
    await ask({ approvers: [{ person: 'ada' }] });
    await ask();
    expect(await mine()).toEqual([2]);
    expect(await count()).toEqual({ waiting: 1, is_more: false });
    await join();
    expect(await mine()).toEqual([2, 1]);
    expect(await count()).toEqual({ waiting: 2, is_more: false });
    await console.request('POST', '/v1/prompts/1/answer', { type: 'option', value: 'Yes' });
    expect(await mine()).toEqual([2]);
    expect(await count()).toEqual({ waiting: 1, is_more: false });
    expect(await gateway.request('GET', '/v1/prompts/counts/waiting'), 'with an API key').toMatchObject({
      status: 403,
    });
  });

  it('continues after pages of many prompts that do not wait for the person', { tags: ['slow'] }, async () => {
    const { ask, list, console } = await startTeam();
    await ask({ approvers: [{ person: 'ada' }], ttl_sec: 0 });
    for (let count = 0; count < 510; count += 15)
      await Promise.all(Array.from({ length: 15 }, () => ask({ approvers: [{ person: 'bob' }], ttl_sec: 0 })));
    await ask({ approvers: [{ person: 'ada' }], ttl_sec: 0 });
    for (const [more, found, later] of [
      ['&q=Ship', 512, 1],
      ['', 512, 1],
      ['&order=oldest', 1, 512],
      ['&order=ends_soonest', 1, 512],
    ] as const) {
      const first = await list(`?waiting_for=ada${more}`);
      expect(first.json).toMatchObject([{ prompt_num: found }]);
      const [, next = ''] = /<\/v1\/prompts(\?[^>]*)>; rel="next"/.exec(first.headers.get('link') ?? '') ?? [];
      const second = await list(next);
      expect(second.json).toMatchObject([{ prompt_num: later }]);
      expect(second.headers.get('link')).toBeNull();
    }
    const count = await console.request('GET', '/v1/prompts/counts/waiting');
    expect(count.json, 'after 500 prompts for somebody else').toEqual({ waiting: 0, is_more: true });
  });

  it('is combined with other filters and with paging', async () => {
    const { ask, list, waiting } = await startTeam();
    for (const correlation_id of ['a', 'b', 'a', 'b']) await ask({ correlation_id });
    expect(await waiting('ada', '&correlation_id=a')).toEqual([3, 1]);
    expect(await waiting('ada', '&ids=1,2')).toEqual([2, 1]);
    const first = await list('?waiting_for=ada&limit=3');
    expect(first.json).toHaveLength(3);
    const [, next = ''] = /<\/v1\/prompts(\?[^>]*)>; rel="next"/.exec(first.headers.get('link') ?? '') ?? [];
    expect((await list(next)).json).toMatchObject([{ prompt_num: 1 }]);
  });

  it('a person is refused to a key that may not read people', async () => {
    const asker = await makeKey(await startKeyedGateway(), { preset: 'asker' });
    expect(await asker.request('GET', '/v1/prompts?waiting_for=ada')).toMatchObject({
      status: 403,
      json: { detail: expect.stringContaining('people:read') },
    });
  });

  it.each([
    ['?waiting_for=lost', 'there is no person "lost"'],
    ['?waiting_for=me', 'no session of one'],
    ['?waiting_for=ada&state=answered', 'leave state out'],
    ['?waiting_for=', 'must not be empty'],
  ])('is refused with the reason: %s', async (query, reason) => {
    const { list } = await startTeam();
    expect(await list(query)).toMatchObject({ status: 400, json: { detail: expect.stringContaining(reason) } });
  });
});
