import { describe, expect, it } from 'vitest';
import { makeKey } from '../harness/keys.js';
import { startOnce } from '../harness/shared.js';
import { deploy, startRuled } from './fixture.js';

/** People, policies, and the channel `ruled` with a policy of its own. */
const shared = startOnce(async () => {
  const ruled = await startRuled();
  const { owner, ada, telegram } = ruled;
  const identities = [{ platform: 'telegram', user_id: String(ada.id) }];
  await owner('POST', '/v1/people/new', { person_id: 'ada', name: 'Ada', identities });
  await owner('POST', '/v1/people/new', { person_id: 'ben', name: 'Ben' });
  const policies = {
    plain: {},
    other: {},
    hasty: { on_timeout: { decision: 'approve' } },
    wide: { steps: [{ after_sec: 60, channels: ['approvals'], approvers: [{ person: 'ben' }] }] },
    strict: { requester_may_answer: false },
  };
  for (const [id, rules] of Object.entries(policies))
    await owner('POST', '/v1/policies/new', { policy_id: id, name: id, ...rules });
  const channel = {
    channel_id: 'ruled',
    platform: 'telegram',
    channel_type: 'PROMPT',
    target_chat_id: String(ada.id),
    credentials: { bot_token: telegram.token },
    policy: 'plain',
  };
  const made = await owner('POST', '/v1/channels/new', channel);
  if (made.status !== 201) throw new Error(made.text);
  return ruled;
});

/** Adds a rule for the time of a check. */
async function under(then: object, check: () => Promise<void>): Promise<void> {
  const { owner, addRule } = shared();
  await addRule({ then });
  try {
    await check();
  } finally {
    await owner('DELETE', '/v1/rules/rule');
  }
}

const notAllowed = { status: 403, json: { code: 'channel_not_allowed' } };
const posts = (record: { posts: { channel_id: string }[] }) => record.posts.map(({ channel_id: id }) => id);

describe('the channels of a rule', () => {
  it('are those in which a prompt is asked that names none', async () => {
    const { post, recordOf } = shared();
    await under({ channels: ['oncall'] }, async () => {
      const { json } = await post({ channel_id: undefined });
      expect(await recordOf(json.prompt_num)).toMatchObject({ channel_id: 'oncall', state: 'pending' });
    });
    await under({ channels: ['oncall', 'approvals'] }, async () => {
      const { json } = await post({ channel_id: undefined });
      const record = await recordOf(json.prompt_num);
      expect(record.channel_id).toBe('oncall');
      expect(posts(record)).toEqual(['oncall', 'approvals']);
    });
  });

  it('refuse any other one, as the first or a further one, and also where the rule allows or denies', async () => {
    const { post, atOps } = shared();
    for (const verdict of ['ask', 'allow', 'deny'])
      await under({ verdict, channels: ['approvals'] }, async () => {
        const before = atOps().length;
        expect(await post({ channel_id: 'oncall' })).toMatchObject(notAllowed);
        expect(await post({ channel_id: undefined, channels: ['approvals', 'oncall'] })).toMatchObject(notAllowed);
        expect(await post({ channel_id: undefined, channels: ['oncall', 'approvals'] })).toMatchObject(notAllowed);
        expect(await post({ channel_id: 'unknown' })).toMatchObject(notAllowed);
        expect((await post({ channel_id: 'approvals' })).status).toBe(200);
        expect(atOps().length).toBe(before);
      });
  });
});

describe('the policy of a rule', () => {
  it('is that of a prompt that names none or the same, and another is refused', async () => {
    const { post, recordOf } = shared();
    await under({ policy: 'plain' }, async () => {
      for (const policy of [undefined, 'plain']) {
        const { json } = await post({ policy });
        expect(await recordOf(json.prompt_num)).toMatchObject({ policy: { policy_id: 'plain' } });
      }
      expect(await post({ policy: 'other' })).toMatchObject({ status: 400, json: { code: 'validation' } });
    });
  });

  it('must be that of its channels when the rule is made, and that of the channel when a prompt is asked', async () => {
    const { owner, addRule, post } = shared();
    const rule = { rule_id: 'clash', actions: ['*'], then: { policy: 'other', channels: ['ruled'] } };
    expect(await owner('POST', '/v1/rules/new', rule)).toMatchObject({ status: 400 });
    await addRule({ then: { policy: 'other' } });
    expect(await owner('PATCH', '/v1/rules/rule', { then: { channels: ['ruled'] } })).toMatchObject({ status: 400 });
    expect(await post({ channel_id: 'ruled' })).toMatchObject({ status: 400 });
    expect(await post({ channel_id: undefined, channels: ['approvals', 'ruled'] })).toMatchObject({ status: 400 });
    await owner('DELETE', '/v1/rules/rule');
  });

  it('excludes the requester where it says so, and the agent cannot leave the requester out', async () => {
    const { gateway, post, owner, press, recordOf, questionWith } = shared();
    await under({ policy: 'strict' }, async () => {
      expect(await post()).toMatchObject({ status: 400, json: { detail: expect.stringContaining('requested_by') } });
      const forAda = await makeKey(gateway, { preset: 'agent', acts_for: 'ada' });
      const asked = await forAda.request('POST', '/v1/prompts/new', questionWith());
      expect(asked.status, asked.text).toBe(200);
      const other = questionWith({ requested_by: { person: 'ben' } });
      expect(await forAda.request('POST', '/v1/prompts/new', other)).toMatchObject({ status: 403 });
      await press('Approve');
      expect(await recordOf(asked.json.prompt_num)).toMatchObject({ state: 'pending' });
      expect((await owner('GET', '/v1/audit?action=answer.refused')).json.length).toBeGreaterThan(0);
    });
  });
});

describe('a policy of the agent whose steps ask elsewhere', () => {
  it('is refused where the rule names channels and these are others, and taken where the rule prescribes it', async () => {
    const { post, owner } = shared();
    const steps = [{ after_sec: 60, channels: ['oncall'] }];
    await owner('POST', '/v1/policies/new', { policy_id: 'elsewhere', name: 'elsewhere', steps });
    await under({ channels: ['approvals'] }, async () => {
      expect(await post({ policy: 'elsewhere' })).toMatchObject(notAllowed);
      expect((await post({ policy: 'plain' })).status).toBe(200);
      await owner('PATCH', '/v1/rules/rule', { then: { policy: 'elsewhere' } });
      expect((await post()).status).toBe(200);
      await owner('PATCH', '/v1/rules/rule', { then: { policy: null, channels: ['approvals', 'oncall'] } });
      expect((await post({ policy: 'elsewhere' })).status).toBe(200);
    });
  });
});

describe('a policy of the agent on a rule with approvers', () => {
  it.each(['hasty', 'wide'])('is refused when it widens who or what decides (%s)', async (policy) => {
    const { gateway, post, owner, questionWith } = shared();
    await under({ approvers: [{ person: 'ada' }] }, async () => {
      expect(await post({ policy })).toMatchObject({
        status: 400,
        json: { detail: expect.stringContaining('the rule "rule" has approvers') },
      });
      expect((await post({ policy: 'plain' })).status).toBe(200);
      const author = await makeKey(gateway, { scopes: ['prompts:write', 'policies:write'] });
      expect((await author.request('POST', '/v1/prompts/new', questionWith({ policy }))).status).toBe(200);
      await owner('PATCH', '/v1/rules/rule', { then: { policy } });
      expect((await post({ policy })).status).toBe(200);
      expect((await post()).status).toBe(200);
    });
  });
});

describe('the times of a rule', () => {
  const seconds = (record: { created_at: string; expires_at: string }) =>
    (Date.parse(record.expires_at) - Date.parse(record.created_at)) / 1000;

  it.each([
    [60, 3600, 60, ['ttl_sec']],
    [60, 0, 60, ['ttl_sec']],
    [60, 30, 30, []],
    [60, 60, 60, []],
  ])('make a prompt expire after the smaller one of %d s and %d s', async (ofRule, asked, expected, narrowed) => {
    const { post, recordOf } = shared();
    await under({ ttl_sec: ofRule }, async () => {
      const { json } = await post({ ttl_sec: asked });
      expect(seconds(await recordOf(json.prompt_num))).toBe(expected);
      const warnings = json.warnings.filter(({ code }: { code: string }) => code === 'narrowed_by_rule');
      expect(warnings).toHaveLength(narrowed.length);
      for (const field of narrowed) expect(warnings[0].message).toContain(`smaller ${field}: ${expected}.`);
    });
  });

  it('make an approval usable for the smaller time', async () => {
    const { post, recordOf } = shared();
    await under({ consume_within_sec: 60 }, async () => {
      for (const [asked, expected, narrowed] of [
        [undefined, 60, 1],
        [600, 60, 1],
        [10, 10, 0],
      ] as const) {
        const { json } = await post({ consume_within_sec: asked });
        expect(await recordOf(json.prompt_num)).toMatchObject({ consume_within_sec: expected });
        expect(JSON.stringify(json.warnings).split('narrowed_by_rule').length - 1).toBe(narrowed);
      }
    });
  });
});

describe('the words of the agent on buttons', () => {
  const labels = { approve: 'Looks fine', reject: 'Wait' };
  const options = { decisions: undefined, options: ['Go', 'Stay'], approving_options: ['Go'] };

  it('are refused where the rule asks, and allowed where the rule allows them', async () => {
    const { post } = shared();
    await under({}, async () => {
      expect(await post({ labels })).toMatchObject({ status: 400, json: { code: 'validation' } });
      expect(await post(options)).toMatchObject({ status: 400, json: { code: 'validation' } });
      expect(await post({ decisions: undefined, options: ['Go'] })).toMatchObject({ status: 400 });
      expect((await post()).status).toBe(200);
    });
    await under({ labels: true }, async () => {
      expect((await post({ labels })).status).toBe(200);
      expect((await post(options)).status).toBe(200);
    });
  });

  it('are refused also where a failed condition makes a rule ask that would allow', async () => {
    const { owner, addRule, post } = shared();
    await addRule({ when: 'action.args.missing', then: { verdict: 'allow' } });
    expect(await post({ labels })).toMatchObject({ status: 400 });
    expect(await post({ ...options, action: deploy })).toMatchObject({ status: 400 });
    await owner('DELETE', '/v1/rules/rule');
  });
});
