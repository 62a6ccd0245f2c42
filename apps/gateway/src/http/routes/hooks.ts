import { claudeCodeHook, GatewayError, type PromptRecord } from '@gateway/contract';
import type { Clock, Principal } from '@gateway/core';
import { endpoint, type Endpoint } from '../endpoint.js';
import { HttpError } from '../errors/errors.js';
import type { InternalCall, InternalCaller } from '../internal-call.js';

export interface HookRoutesOptions {
  readonly callsOf: (caller: InternalCaller) => InternalCall;
  readonly clock: Clock;
  readonly isStopping: () => boolean;
}

/** Hooks of coding agents. */
export function hookRoutes({ callsOf, clock, isStopping }: HookRoutesOptions): Endpoint[] {
  return [
    endpoint(claudeCodeHook, async ({ principal, body, query, address, signal, admit }) => {
      const { runHook, translators } = await import('@gateway/agent-protocols/hooks');
      const hook = translators['claude-code'](body, { askReason: query.ask_reason });
      if (!hook) return {};
      const caller = {
        call: callsOf({ authenticate: async () => mayRead(await admit()), address }),
        clock,
        id: principal.keyId ?? principal.operator?.id ?? principal.kind,
        owns: (prompt: PromptRecord) =>
          prompt.api_key_id === principal.keyId && prompt.operator_id === (principal.operator?.id ?? null),
        isStopping,
      };
      const { channel: channelId, wait_sec: waitSec, on_timeout: onTimeout } = query;
      try {
        return await runHook(caller, hook, { channelId, waitSec, onTimeout, signal: signal() });
      } catch (error) {
        throw error instanceof GatewayError ? new HttpError(error.status, error.body as HttpError['body']) : error;
      }
    }),
  ];
}

/** A hook reads the prompts that it asks, and no others. */
function mayRead(principal: Principal): Principal {
  return { ...principal, scopes: new Set([...principal.scopes, 'prompts:read'] as const) };
}
