import { z } from 'zod';
import { dateTime, displayName } from '../vocabulary.js';

/** Binary values in base64url. Attestation is not asked for, so replies are small. */
const binary = (max: number) =>
  z
    .string()
    .regex(/^[\w-]*$/)
    .max(max);

/** The reply of `navigator.credentials`, as `PublicKeyCredential.toJSON()` makes it. */
const browserReply = z
  .looseObject({
    id: binary(1400).min(1),
    rawId: binary(1400).min(1),
    type: z.literal('public-key'),
    response: z.looseObject({
      clientDataJSON: binary(8192),
      attestationObject: binary(16_384).optional(),
      authenticatorData: binary(8192).optional(),
      signature: binary(8192).optional(),
      userHandle: binary(128).optional(),
      transports: z
        .array(z.string().regex(/^[a-z-]{1,32}$/))
        .max(16)
        .optional(),
    }),
    clientExtensionResults: z.looseObject({}),
  })
  .meta({ description: 'The reply of `navigator.credentials`, as `PublicKeyCredential.toJSON()` makes it.' });

export const passkeyReply = z
  .strictObject({
    challenge: z.string().max(1024).meta({ description: 'As the request gave it.' }),
    reply: browserReply,
  })
  .meta({ id: 'PasskeyReply' });
export type PasskeyReply = z.output<typeof passkeyReply>;

export const passkeyRecord = z
  .object({
    id: z.string(),
    name: displayName,
    backed_up: z.boolean().meta({ description: 'Whether it is copied to other devices of its owner.' }),
    created_at: dateTime,
    last_used_at: dateTime.nullable(),
  })
  .meta({ id: 'Passkey' });
export type PasskeyRecord = z.output<typeof passkeyRecord>;
