import type { z } from 'zod';

/** A flat object of strings that an operator enters. `.meta({ title, help, placeholder, secret })` on a field describes its form input. */
export type CredentialsSchema = z.ZodObject<Record<string, z.ZodType<string | undefined>>>;

/** The credentials of one channel, validated by the adapter's own schema. */
export type Credentials = Readonly<Record<string, string>>;
