import { randomBytes } from 'node:crypto';
import express, { type Router } from 'express';
import type { SlackChannel, SlackMessage } from './types.js';
import type { SlackState } from './state.js';

const MAX_USES = 5;
const LIFETIME_MS = 30 * 60_000;

interface Ticket {
  readonly channel: SlackChannel;
  readonly message: SlackMessage;
  readonly user: string;
  readonly until: number;
  uses: number;
}

/** Response URLs: an app can answer a press there for 30 minutes, at most five times. */
export function createResponseUrls(state: SlackState, url: () => string) {
  const tickets = new Map<string, Ticket>();
  const router: Router = express.Router();
  router.post('/actions/:team/:ticket', express.json({ type: () => true }), (request, response) => {
    const ticket = tickets.get(request.params.ticket);
    if (!ticket || ticket.until < state.clock.now()) return void response.status(404).send('expired_url');
    if (ticket.uses >= MAX_USES) return void response.status(404).send('used_url');
    ticket.uses += 1;
    const { text = '', replace_original: replaces, response_type: type = 'ephemeral' } = (request.body ?? {}) as Answer;
    if (text === '') return void response.status(400).json({ ok: false, error: 'no_text' });
    if (replaces === true) state.edit(ticket.channel, ticket.message.ts, { text, blocks: [] });
    else if (type === 'ephemeral') {
      state.notify({ channel: ticket.channel.id, user: ticket.user, text, via: 'response_url' });
    }
    response.json({ ok: true });
  });
  return {
    router,
    open(channel: SlackChannel, message: SlackMessage, user: string): string {
      const id = randomBytes(12).toString('hex');
      tickets.set(id, { channel, message, user, until: state.clock.now() + LIFETIME_MS, uses: 0 });
      return `${url()}/actions/${state.team.id}/${id}`;
    },
  };
}

interface Answer {
  text?: string;
  replace_original?: boolean;
  response_type?: 'ephemeral' | 'in_channel';
}
