import type { IncomingMessage, ServerResponse } from 'node:http';
import express from 'express';

/** Meta sends up to 3 MB in one request, and would retry a rejected one for days. */
const MAX_BODY_BYTES = 4_194_304;

const parseRaw: (request: IncomingMessage, response: ServerResponse, next: (error?: Error) => void) => void =
  express.raw({ type: () => true, limit: MAX_BODY_BYTES });

/** Reads the bytes of a body. In a module of its own, so that Express is loaded at the first use. */
export async function readRaw(
  request: IncomingMessage & { readonly body?: unknown },
  response: ServerResponse,
): Promise<Uint8Array> {
  await new Promise<void>((resolve, reject) => {
    parseRaw(request, response, (error?: Error) => (error === undefined ? resolve() : reject(error)));
  });
  return Buffer.isBuffer(request.body) ? request.body : new Uint8Array();
}
