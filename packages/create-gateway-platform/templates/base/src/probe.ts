import type { Probe } from '@gateway/platform-kit';
import type { Api } from './api.js';
import { notWritten } from './not-written.js';

/** Whether the token and the target can be used. What is wrong is part of the result, not an error. */
export async function probe(_api: Api, _target: string, _signal?: AbortSignal): Promise<Probe> {
  return notWritten(
    'probe in src/probe.ts',
    'ask the platform for the account of the token and for the target, and return a problem for each that it refuses',
  );
}
