import type { ConnectionContext } from '@gateway/platform-kit';
import { z } from 'zod';

export const credentials = z.object({
  page_access_token: z
    .string()
    .trim()
    // Sent in an HTTP header.
    .regex(/^[\x21-\x7e]+$/, 'must be a page access token, such as EAAG…, without blanks')
    .meta({
      title: 'Page access token',
      help: 'In the app at developers.facebook.com: Messenger, Messenger API Settings, Generate access tokens.',
      placeholder: 'EAAG…',
      secret: true,
    }),
  app_secret: z.string().trim().min(1).meta({
    title: 'App secret',
    help: 'In the app at developers.facebook.com: App settings, Basic, App secret, Show.',
    placeholder: '32 letters and digits',
    secret: true,
  }),
  verify_token: z.string().trim().min(1).meta({
    title: 'Verify token',
    help: 'Any words you choose. Enter the same in the app: Messenger, Messenger API Settings, Configure webhooks.',
    secret: true,
  }),
});

export type MessengerCredentials = z.output<typeof credentials>;

export type MessengerContext = ConnectionContext<MessengerCredentials>;
