import { useEffect, useRef, useState } from 'react';
import { Unreachable } from '../../../lib/api.js';
import { queryClient } from '../../../lib/query-client.js';
import { sessionQuery } from '../../../lib/session.js';
import type { ApiRequest } from './request.js';

/** What has arrived of a response. */
export interface Reply {
  readonly status: number;
  /** Until the last byte so far. */
  readonly ms: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly type: string;
  /** Null: the body is a file. */
  readonly text: string | null;
  /** The rest was not read. */
  readonly isCut: boolean;
}

/** More than a page can usefully show. */
const MOST_CHARACTERS = 200_000;

export interface Sending {
  readonly reply: Reply | null;
  readonly error: unknown;
  readonly isRunning: boolean;
  readonly send: (request: ApiRequest) => void;
  /** Ends a response without an end, such as a stream of events. */
  readonly stop: () => void;
}

/** Sends requests with the session, and shows each response while it arrives. */
export function useSend(): Sending {
  const [reply, setReply] = useState<Reply | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [running, setRunning] = useState<AbortController | null>(null);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);
  const run = async (request: ApiRequest, controller: AbortController) => {
    try {
      await receive(request, controller.signal, setReply);
    } catch (reason) {
      if (!controller.signal.aborted) setError(reason);
    }
    setRunning((now) => (now === controller ? null : now));
  };
  return {
    reply,
    error,
    isRunning: running !== null,
    send(request) {
      const controller = new AbortController();
      current.current?.abort();
      current.current = controller;
      setReply(null);
      setError(null);
      setRunning(controller);
      void run(request, controller);
    },
    stop: () => current.current?.abort(),
  };
}

async function receive(request: ApiRequest, signal: AbortSignal, onReply: (reply: Reply) => void): Promise<void> {
  const start = performance.now();
  const response = await fetch(request.path, {
    method: request.method,
    headers: { ...request.headers, ...(request.body !== null && { 'Content-Type': 'application/json' }) },
    ...(request.body !== null && { body: request.body }),
    signal,
  }).catch((reason: unknown) => {
    throw signal.aborted ? reason : new Unreachable();
  });
  // The session may have ended.
  if (response.status === 401) void queryClient.invalidateQueries(sessionQuery);
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  const isText = type === '' || /^text\/|json/.test(type);
  const tell = (text: string | null, isCut = false) =>
    onReply({
      status: response.status,
      ms: Math.round(performance.now() - start),
      headers: [...response.headers],
      type,
      text,
      isCut,
    });
  tell(isText ? '' : null);
  if (!isText) {
    await response.body?.cancel();
    return;
  }
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {};
    text += decoder.decode(value, { stream: !done });
    const isCut = text.length > MOST_CHARACTERS;
    tell(text.slice(0, MOST_CHARACTERS), isCut);
    if (isCut) await reader?.cancel();
    if (done || isCut) return;
  }
}
