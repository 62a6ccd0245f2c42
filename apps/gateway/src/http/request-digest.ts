import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Route } from '@gateway/contract';
import type { Fingerprint } from '@gateway/core';
import type { Call } from './endpoint.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Creates the function that identifies requests of a route: by SHA-256 of the fields that were sent, in any order. A field that says no
 * more than its absence is left out. So a request has the same fingerprint in a later version, whose bodies may have more fields.
 */
export function fingerprintOf(route: Route): (call: Call<Route>) => Promise<Fingerprint> {
  const defaults = defaultsOf(route);
  const isDefault = (name: string, value: unknown) => defaults.get(name) === JSON.stringify(value);

  return async ({ params, query, body, sent, file }) => {
    const [current, former] = [createHash('sha256'), createHash('sha256')];
    const parsed = body as unknown as Fields;
    const given = sent as Fields;
    const said = Object.entries(given).filter(([name]) => !isDefault(name, parsed[name]));
    const known = Object.entries(parsed).filter(([name]) => Object.hasOwn(given, name) || isFormer(route, name));
    for (const [hash, fields] of [
      [current, said],
      [former, known],
    ] as const)
      hash.update(
        JSON.stringify([route.id, params, query, Object.fromEntries(fields), file?.attachment.filename], sorted),
      );
    if (file)
      for await (const chunk of createReadStream(file.attachment.path)) {
        current.update(chunk as Buffer);
        former.update(chunk as Buffer);
      }
    return { current: current.digest('hex'), former: former.digest('hex') };
  };
}

/** The values of absent fields, as JSON by name. */
function defaultsOf({ body }: Route): ReadonlyMap<string, string | undefined> {
  const shape = body && 'shape' in body ? (body.shape as Record<string, NonNullable<Route['body']>>) : {};
  return new Map(
    Object.entries(shape).flatMap(([name, schema]) => {
      const { success, data } = schema.safeParse(undefined);
      return success ? [[name, JSON.stringify(data)]] : [];
    }),
  );
}

/**
 * Version 0.1.0 digested the parsed body with all its defaults. These are the fields that its bodies had. Fingerprints of that version are
 * stored for 24 hours after the upgrade.
 */
const formerFields: Readonly<Record<string, readonly string[]>> = {
  createPrompt: [
    'text',
    'channel_id',
    'channels',
    'options',
    'allow_text',
    'callback_url',
    'correlation_id',
    'ttl_sec',
    'media_url',
    'media_path',
    'notify_on_expiry',
    'action',
    'decisions',
    'labels',
    'ask_reason',
    'reason_wait_sec',
    'approvers',
    'requested_by',
    'policy',
  ],
  sendMessage: ['channel_id', 'text', 'reply_to', 'thread_id'],
};

function isFormer({ id }: Route, name: string): boolean {
  return formerFields[id]?.includes(name) ?? true;
}

function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
