import { explain, type Probe } from '@gateway/platform-kit';
import type { Api } from './api.js';

type Named = { id: string; name: string };

export async function probe(api: Api, target: string, signal?: AbortSignal): Promise<Probe> {
  let account: Named | null = null;
  try {
    account = (await api.call('GET', '/me', undefined, signal)) as Named;
    const room = (await api.call('GET', `/rooms/${target}`, undefined, signal)) as Named;
    return { ok: true, account, target: room, problems: [] };
  } catch (error) {
    return { ok: false, account, target: null, problems: [explain(error)] };
  }
}
