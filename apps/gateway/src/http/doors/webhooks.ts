import type { IncomingMessage, ServerResponse } from 'node:http';
import { DEFAULT_ORGANIZATION, type Gateway } from '@gateway/core';
import type { WebhookReply } from '@gateway/platform-kit';
import { addressOf } from '../access/forwarded.js';
import { isLoopbackHost } from '../access/principal.js';
import type { Arrival, Door, Target } from '../entry/door.js';
import { errorBodyOf, HttpError } from '../errors/errors.js';
import { flawOf } from '../errors/issues.js';
import { queryOf } from '../bind.js';
import { JSON_TYPE, send, sendJson, setHeaders } from '../reply.js';
import { routeTable } from '../route-table.js';

const path = '/webhooks/{organization}/{platform}/{channelId}';
/** Null until the first webhook request with a body, which loads Express. */
let reader: Promise<typeof import('../body/raw-body.js')> | null = null;

/** Receives the platforms' webhook requests. The channel's adapter authenticates each one by its raw bytes. */
export function webhookDoor(gateway: Pick<Gateway, 'guesses' | 'channels' | 'webhooks'>): Door {
  /** The active channel of an address. Throws when there is none, and after too many wrong addresses. */
  async function channelOf({ request, params }: Arrival) {
    const { organization, platform, channelId } = params;
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
    return channel;
  }

  async function answer(arrival: Arrival): Promise<void> {
    const { request, response } = arrival;
    const body = request.method === 'POST' ? await bodyOf(request, response) : new Uint8Array();
    const channel = await channelOf(arrival);
    const { url: target = '', headers } = request;
    const address = (await gateway.webhooks.urlOf(channel)) ?? localAddress(arrival);
    const reply = await gateway.webhooks.handle(channel, {
      method: request.method === 'GET' ? 'GET' : 'POST',
      url: `${address}${new URL(target, 'http://gateway').search}`,
      query: Object.fromEntries(Object.entries(queryOf(target)).map(([name, value]) => [name, String(value)])),
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
      ),
      body,
    });
    sendReply(reply, request, response);
  }

  const target: Target = { route: '/webhooks', span: null, access: null, answer };
  const table = routeTable<Target>([
    { method: 'GET', path, target },
    { method: 'POST', path, target },
  ]);
  return {
    prefix: '/webhooks',
    find(method, requested) {
      const found = table.find(method, requested);
      if (!found) return null;
      if (!found.target)
        throw new HttpError(
          405,
          { detail: `A webhook does not accept ${method}, only GET and POST.` },
          { allow: 'GET, HEAD, POST' },
        );
      return { target: found.target, params: found.params };
    },
  };
}

async function bodyOf(request: IncomingMessage, response: ServerResponse): Promise<Uint8Array> {
  const { readRaw } = await (reader ??= import('../body/raw-body.js'));
  return await readRaw(request, response);
}

function sendReply(
  { status, headers = {}, body }: WebhookReply,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  setHeaders(response, headers);
  if (status >= 400)
    return sendJson(
      request,
      response,
      status,
      errorBodyOf(status, { detail: 'The event is rejected.', ...explained(body) }),
    );
  response.statusCode = status;
  if (body === undefined) return void response.end();
  if (typeof body === 'string') return send(request, response, 'text/plain; charset=utf-8', body);
  send(request, response, String(response.getHeader('content-type') ?? JSON_TYPE), JSON.stringify(body));
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
function localAddress({ request, path: requested }: Arrival): string {
  const { host = '' } = request.headers;
  return isLoopbackHost(host) ? `http://${host}${requested}` : '';
}
