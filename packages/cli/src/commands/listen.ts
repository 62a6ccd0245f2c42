import { command, numberIn } from '../command.js';
import { UsageError } from '../exit-codes.js';
import { follow } from '../listen/follow.js';
import { receive } from '../listen/receive.js';

export const listen = command({
  name: 'listen',
  summary: 'Print callbacks, and forward them to a local address. Needs no public address.',
  options: {
    forward: { type: 'string', value: 'ADDRESS', help: 'Post each callback to this address.' },
    channel: { type: 'string', multiple: true, value: 'ID', help: 'Only callbacks of this channel.' },
    'last-event-id': { type: 'string', value: 'ID', help: 'Continue after this event of the stream.' },
    port: {
      type: 'string',
      value: 'PORT',
      help: 'Receive the callbacks of the gateway on this port, and verify them with CALLBACK_SIGNING_SECRET.',
    },
    host: { type: 'string', value: 'HOST', help: 'The address for --port. Default: 127.0.0.1.' },
  },
  async run({ flags, context }) {
    const forwardTo = flags.forward;
    if (forwardTo !== undefined && !(URL.canParse(forwardTo) && /^https?:$/.test(new URL(forwardTo).protocol)))
      throw new UsageError('--forward must be an http:// or https:// address.');
    const secret = context.env['CALLBACK_SIGNING_SECRET'] || undefined;
    const port = numberIn('port', flags.port);
    if (port === undefined) {
      const { channel: channelIds, 'last-event-id': lastEventId } = flags;
      await follow(context, { channelIds, lastEventId, forwardTo, secret });
    } else {
      if (secret === undefined) throw new UsageError('Set CALLBACK_SIGNING_SECRET to the secret of the gateway.');
      await receive(context, { port, host: flags.host ?? '127.0.0.1', forwardTo, secret });
    }
    context.signal.throwIfAborted();
    return 0;
  },
});
