import type { IncomingMessage, ServerResponse } from 'node:http';
import express from 'express';
import { rejectInvalidUtf8 } from '../errors/issues.js';

/** Bytes of a JSON body. The longest message text needs 786,432, when each of its characters is escaped as two `\uXXXX`. */
const MAX_JSON_BYTES = 1_048_576;

/** A request whose body is also needed as it was written. */
export interface WithText extends IncomingMessage {
  keepsText?: boolean;
  text?: string | undefined;
}

/** Reads a JSON body. In a module of its own, so that Express is loaded at the first use. */
export const parseJson: (request: IncomingMessage, response: ServerResponse, next: (error?: Error) => void) => void =
  express.json({
    limit: MAX_JSON_BYTES,
    type: () => true,
    strict: false,
    verify: (request: WithText, response, body, encoding) => {
      rejectInvalidUtf8(request, response, body, encoding);
      if (request.keepsText) request.text = body.toString();
    },
  });
