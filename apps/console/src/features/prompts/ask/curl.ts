import type { PromptRecord } from '@gateway/contract';
import { code } from '../../../lib/page/code.js';

/** A curl command for a POSIX shell that creates the same prompt. Reads the key from `GATEWAY_API_KEY`. */
export function toCurl(prompt: PromptRecord, origin: string, withKey: boolean): string {
  const body = {
    channel_id: prompt.channel_id,
    text: prompt.text,
    ...(prompt.options.length > 0 && { options: prompt.options }),
    ...(prompt.allow_text && { allow_text: true }),
    ttl_sec: ttlOf(prompt),
    ...(prompt.callback_url !== null && { callback_url: prompt.callback_url }),
    ...(prompt.correlation_id !== null && { correlation_id: prompt.correlation_id }),
    ...(prompt.notify_on_expiry && { notify_on_expiry: true }),
    ...(prompt.media_url !== null && { media_url: prompt.media_url }),
  };
  return code(
    `curl -X POST ${quoted(`${origin}/v1/prompts/new`)} \\`,
    ...(withKey ? [`  -H "X-API-Key: $GATEWAY_API_KEY" \\`] : []),
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${quoted(JSON.stringify(body, null, 2))}`,
  );
}

/** The original `ttl_sec`; 0: never expires. */
function ttlOf({ created_at, expires_at }: PromptRecord): number {
  return expires_at === null ? 0 : Math.round((Date.parse(expires_at) - Date.parse(created_at)) / 1000);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
