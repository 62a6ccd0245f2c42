/** What an agent and people do, for a gateway and for its fakes. `#1` is the first question of a scenario. */
export type Step =
  /** The reply is compared. `key`: the Idempotency-Key. */
  | { readonly request: string; readonly body?: unknown; readonly key?: string }
  /** The same, while the other steps are made. They begin when the request waits. */
  | { readonly held: string; readonly during: readonly Step[] }
  | { readonly answer: number; readonly given: Given }
  /** Seconds. */
  | { readonly advance: number }
  | { readonly takeBack: number }
  /** The newest callback about a question is compared, and its signature checked. */
  | { readonly callback: number }
  /** A person writes in the MESSAGE channel. */
  | { readonly write: string }
  /** The callback about the text that a person wrote is compared. */
  | { readonly messageCallback: string }
  /** So many events of the stream are compared. */
  | { readonly events: number };

/** An answer as the fakes take it. */
export type Given =
  | { readonly decision: 'approve' | 'reject'; readonly reason?: string }
  | { readonly decision: 'edit'; readonly args: Readonly<Record<string, string>> }
  | { readonly decision: 'respond'; readonly text: string }
  | { readonly option: string }
  | { readonly text: string };

export const ask = (body: object = {}, key?: string): Step => ({
  request: 'POST /v1/prompts/new',
  body: { text: 'Ship it?', channel_id: '$channel', ...body },
  ...(key !== undefined && { key }),
});
export const get = (path = '/v1/prompts/1'): Step => ({ request: `GET ${path}` });
export const consume = (used: object, key?: string): Step => ({
  request: 'POST /v1/prompts/1/consume',
  body: used,
  ...(key !== undefined && { key }),
});
export const note = (text: string, key?: string): Step => ({
  request: 'POST /v1/prompts/1/notes',
  body: { kind: 'progress', text },
  ...(key !== undefined && { key }),
});

export const action = { name: 'deploy', args: { service: 'api', version: '1' } };
export const decide = { action, decisions: ['approve', 'reject'] };
export const approve: Given = { decision: 'approve' };
export const callbackUrl = '$callback';
export const other = { ...action, args: { ...action.args, version: '2' } };
