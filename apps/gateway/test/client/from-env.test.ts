import { describe, expect, it } from 'vitest';
import { Gateway } from '@gateway/client';
import { fakeGateway } from '@gateway/client/testing';

describe('Gateway.fromEnv', () => {
  const env = { GATEWAY_URL: 'http://gateway.test', GATEWAY_API_KEY: 'secret', GATEWAY_CHANNEL: 'qa' };

  it('asks on the channel and with the key of the environment', async () => {
    const { options } = fakeGateway();
    const { fetch = globalThis.fetch, ...rest } = options;
    const keys: (string | null)[] = [];
    const noting: typeof fetch = async (input, init) => {
      keys.push(new Request(input, init).headers.get('x-api-key'));
      return await fetch(input, init);
    };
    const gateway = Gateway.fromEnv({ ...(rest.clock && { clock: rest.clock }), fetch: noting }, env);
    const { channel_id } = await gateway.createPrompt({ text: 'Deploy?', options: ['Yes'] });
    expect([channel_id, keys]).toEqual(['qa', ['secret']]);
  });

  it('takes options in place of the environment', async () => {
    const gateway = Gateway.fromEnv({ ...fakeGateway().options, channel: 'ops' }, env);
    expect(await gateway.createPrompt({ text: 'Deploy?', options: ['Yes'] })).toMatchObject({ channel_id: 'ops' });
  });

  it('names the variable that is missing', () => {
    for (const missing of [{}, { ...env, GATEWAY_URL: '' }])
      expect(() => Gateway.fromEnv({}, missing)).toThrow('GATEWAY_URL is not set');
  });
});
