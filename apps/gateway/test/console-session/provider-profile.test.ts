import { expect, it } from 'vitest';
import { onEveryEngine } from '../harness/engines.js';
import { grace, signInWith, startBoth } from '../harness/provider-sign-in.js';

onEveryEngine((engine) => {
  it('a sign-in with an OpenID provider refreshes the name and the verified e-mail address, unless another operator has the address', async () => {
    const { gateway, provider } = await startBoth({ engine });
    const { browser: owner } = await signInWith(gateway, provider);
    const operatorAfter = async (account: object) =>
      (await (await signInWith(gateway, provider, { ...grace, ...account })).browser.request('GET', '/console/session'))
        .json.operator;
    const before = await operatorAfter({});
    const married = { name: 'Grace Murray', email: 'murray@example.com' };
    expect(await operatorAfter(married)).toMatchObject({ id: before.id, ...married });
    expect(await operatorAfter({ ...married, email: 'new@example.com', email_verified: false })).toMatchObject(married);
    await signInWith(gateway, provider, { ...grace, sub: 'alan', email: 'alan@example.com', name: 'Alan' });
    expect(await operatorAfter({ ...married, email: 'alan@example.com' })).toMatchObject(married);
    expect(gateway.logLines.join()).toContain('belongs to another operator');
    expect((await owner.request('GET', '/console/session/operators')).json).toHaveLength(2);
  });
});
