import { z } from 'zod';

/** Names of the files in a backup, in their order. The manifest comes first. */
export const manifestName = 'manifest.json';
const partNames = ['encryption-key', 'callback-signing-secret', 'gateway.db'] as const;
export type PartName = (typeof partNames)[number];

/** A digest of a file as hexadecimal SHA-256. */
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** What a backup contains. */
export const manifest = z.object({
  format: z.literal('gateway-backup'),
  /** The version of this format. */
  format_version: z.literal(1),
  /** The version of the gateway that made the backup. */
  gateway_version: z.string(),
  created_at: z.string(),
  /** The names of the database's migrations, oldest first. */
  migrations: z.array(z.string()),
  parts: z.array(z.object({ name: z.enum(partNames), bytes: z.int().nonnegative(), sha256 })),
  /** Settings whose secrets came from the environment and are not in the backup. */
  secrets_from_environment: z.array(z.string()),
});

export type Manifest = z.infer<typeof manifest>;
