import express, { Router, type Request, type Response } from 'express';
import { DEFAULT_ORGANIZATION, type Gateway } from '@gateway/core';
import { errorBodyOf, HttpError } from './errors/errors.js';
import { flawOf } from './errors/issues.js';
import { addressOf } from './access/forwarded.js';
import { isLoopbackHost } from './access/principal.js';
import { note } from './request-log.js';

/** Meta sends up to 3 MB in one request, and would retry a rejected one for days. */
const MAX_BODY_BYTES = 4_194_304;

/** Receives the platforms' webhook requests. The channel's adapter authenticates each one by its raw bytes. */
export function webhookRoutes(gateway: Gateway): Router {
  const router = Router();
  const answer = async (request: Request, response: Response) => {
    note(response, { route: '/webhooks' });
    const { organization, platform, channelId } = request.params as Record<string, string>;
    const [subject, client] = [`webhook ${organization} ${platform} ${channelId}`, addressOf(request)];
    gateway.guesses.check(subject, client);
    const channel =
      organization === DEFAULT_ORGANIZATION && !flawOf(channelId)
        ? await gateway.channels.find(organization, channelId ?? '')
        : null;
    if (!channel || !channel.isActive || channel.platform !== platform) {
      gateway.guesses.wrong(subject, client);
      throw new HttpError(404, { detail: 'No active channel is registered at this address.' });
    }
    gateway.guesses.right(subject);
    const address = (await gateway.webhooks.urlOf(channel)) ?? localAddress(request);
    const reply = await gateway.webhooks.handle(channel, {
      method: request.method === 'GET' ? 'GET' : 'POST',
      url: `${address}${new URL(request.originalUrl, 'http://gateway').search}`,
      query: Object.fromEntries(
        Object.entries(request.query as Record<string, string | string[]>).map(([name, value]) => [
          name,
          String(value),
        ]),
      ),
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
      ),
      body: Buffer.isBuffer(request.body) ? request.body : new Uint8Array(),
    });
    response.status(reply.status).set(reply.headers ?? {});
    if (reply.status >= 400)
      response.json(errorBodyOf(reply.status, { detail: 'The event is rejected.', ...explained(reply.body) }));
    else if (typeof reply.body === 'string') response.type('text/plain').send(reply.body);
    else if (reply.body === undefined) response.end();
    else response.json(reply.body);
  };
  router
    .route('/:organization/:platform/:channelId')
    .get(answer)
    .post(express.raw({ type: () => true, limit: MAX_BODY_BYTES }), answer)
    .all((request) => {
      throw new HttpError(
        405,
        { detail: `A webhook does not accept ${request.method}, only GET and POST.` },
        { allow: 'GET, HEAD, POST' },
      );
    });
  return router;
}

/** The adapter's reason for a rejection: a text, or an object with a `detail`. */
function explained(body: string | object | undefined): { detail?: string } {
  if (typeof body === 'string' && body !== '') return { detail: body };
  return typeof body === 'object' && 'detail' in body && typeof body.detail === 'string' ? { detail: body.detail } : {};
}

/**
 * The address of a webhook when there is no public one. Only a loopback `Host` is trusted: with another one, an attacker could pass
 * off tokens that a platform signed for the attacker's own address.
 */
function localAddress({ headers: { host = '' }, baseUrl, path }: Request): string {
  return isLoopbackHost(host) ? `http://${host}${baseUrl}${path}` : '';
}
