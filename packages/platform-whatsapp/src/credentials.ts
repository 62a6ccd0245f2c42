import type { ConnectionContext } from '@gateway/platform-kit';
import { z } from 'zod';

export const credentials = z.object({
  access_token: z
    .string()
    .trim()
    // Sent in an HTTP header.
    .regex(/^[\x21-\x7e]+$/, 'must be an access token, such as EAAG…, without blanks')
    .meta({
      title: 'Access token',
      help: 'business.facebook.com, Settings, System users: a permanent token with whatsapp_business_messaging.',
      placeholder: 'EAAG…',
      secret: true,
    }),
  phone_number_id: z
    .string()
    .trim()
    // Part of every request's path.
    .regex(/^[\w-]+$/, 'must be the phone number ID, such as 106540352242922, not the phone number')
    .meta({
      title: 'Phone number ID',
      help: 'In the app at developers.facebook.com: WhatsApp, API Setup, below the number under "From".',
      placeholder: '106540352242922',
    }),
  business_account_id: z
    .string()
    .trim()
    // Part of a request's path.
    .regex(/^[\w-]*$/, 'must be the WhatsApp Business Account ID, such as 102290129340398')
    .optional()
    .meta({
      title: 'Business account ID',
      help: 'Optional: WhatsApp, API Setup, "WhatsApp Business Account ID". With it, Test checks that the app gets the events of the account, and the template.',
      placeholder: '102290129340398',
    }),
  app_secret: z.string().trim().min(1).meta({
    title: 'App secret',
    help: 'In the app at developers.facebook.com: App settings, Basic, App secret, Show.',
    placeholder: '32 letters and digits',
    secret: true,
  }),
  verify_token: z.string().trim().min(1).meta({
    title: 'Verify token',
    help: 'Any words you choose. Enter the same in the app: WhatsApp, Configuration, Webhook.',
    secret: true,
  }),
});

export type WhatsAppCredentials = z.output<typeof credentials>;

export type WhatsAppContext = ConnectionContext<WhatsAppCredentials>;
