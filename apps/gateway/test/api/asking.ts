import { registerChannel, startTelegram, startTestGateway, type GatewayOptions, type Reply } from '../harness/gateway.js';
import type { Engine } from '../harness/engines.js';

/** A gateway with the PROMPT channel `approvals` to Ada, and short words for what tests do with it. */
export async function startAsking({ engine, env, ...options }: GatewayOptions = {}) {
  const { telegram, env: platform } = await startTelegram();
  const gateway = await startTestGateway({ ...options, env: { ...(await settingsOf(engine)), ...platform, ...env } });
  const ada = telegram.addUser({ firstName: 'Ada', username: 'ada' });
  await registerChannel(gateway, telegram, { id: 'approvals', chat: ada });
  const post = (body: unknown): Promise<Reply> => gateway.request('POST', '/v1/prompts/new', { body });
  return {
    telegram,
    gateway,
    ada,
    post,
    /** Asks on `approvals`; the prompt's number. */
    async ask(prompt: object = {}): Promise<number> {
      const asked = await post({ channel_id: 'approvals', text: 'Ship it?', ...prompt });
      if (asked.status !== 200) throw new Error(asked.text);
      return Number(asked.json.prompt_id.slice(1));
    },
    get: async (num: number, query = '') => (await gateway.request('GET', `/v1/prompts/${num}${query}`)).json,
    list: (query = '') => gateway.request('GET', `/v1/prompts${query}`),
    /** What Ada sees, message by message. */
    chat: () => telegram.messages({ chat: ada }).map(({ text, caption }) => text ?? caption),
  };
}

export type Asking = Awaited<ReturnType<typeof startAsking>>;

async function settingsOf(engine: Engine | undefined): Promise<Record<string, string>> {
  return engine ? await engine.empty() : {};
}
