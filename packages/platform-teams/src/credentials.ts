import type { ConnectionContext } from '@gateway/platform-kit';
import { z } from 'zod';
import { CLOUDS, type CloudName } from './clouds.js';
import { readCertificate } from './sign-in/certificate.js';

const cloudNames = Object.keys(CLOUDS) as CloudName[];

/** What proves that the gateway is the bot. An account has exactly one of these. */
const PROOFS = ['app_password', 'app_certificate', 'managed_identity_client_id'] as const;

export const credentials = z
  .object({
    app_id: z.string().trim().min(1).meta({
      title: 'App ID',
      help: 'Azure portal, your Azure Bot, Configuration: Microsoft App ID.',
      placeholder: '11111111-2222-3333-4444-555555555555',
    }),
    app_password: z.string().trim().optional().meta({
      title: 'Client secret',
      help: 'Azure portal, App registrations, your app, Certificates & secrets: the value (not the ID) of a client secret. Leave it empty with a certificate or a managed identity.',
      secret: true,
    }),
    app_tenant_id: z
      .string()
      .trim()
      // The tenant is part of the path for tokens.
      .regex(/^[\w.-]*$/, 'must be a tenant id such as 11111111-2222-3333-4444-555555555555, or a domain of the tenant')
      .optional()
      .meta({
        title: 'Tenant ID',
        help: 'Azure portal, your Azure Bot, Configuration: App Tenant ID. Leave it empty for a multi-tenant bot only.',
        placeholder: '11111111-2222-3333-4444-555555555555',
      }),
    cloud: z
      .enum(['', ...cloudNames], { error: `must be ${cloudNames.join(', ')} or empty` })
      .optional()
      .meta({
        title: 'Cloud',
        help: 'USGov (GCC High), USGovDoD or China (21Vianet), if your tenant is in one of these clouds. Otherwise leave it empty.',
        placeholder: 'Public',
      }),
    app_certificate: z
      .string()
      .trim()
      .superRefine((text, context) => {
        const certificate = text === '' ? null : readCertificate(text);
        if (typeof certificate === 'string') context.addIssue({ code: 'custom', message: certificate });
      })
      .optional()
      .meta({
        title: 'Certificate',
        help: 'Instead of the client secret: the certificate and its private key as PEM text, one after the other.',
        secret: true,
      }),
    managed_identity_client_id: z
      .string()
      .trim()
      .regex(/^[\w-]*$/, 'must be a client ID such as 11111111-2222-3333-4444-555555555555, or system')
      .optional()
      .meta({
        title: 'Managed identity',
        help: 'Instead of the client secret, for a gateway in Azure: the client ID of the managed identity, or the word system. The guide has the conditions.',
        placeholder: 'system',
      }),
  })
  .superRefine((given, context) => {
    const [, ...others] = PROOFS.filter((name) => given[name]);
    const message =
      'an account needs exactly one of the client secret (app_password), the certificate (app_certificate) and the managed identity (managed_identity_client_id)';
    if (!PROOFS.some((name) => given[name])) context.addIssue({ code: 'custom', path: [PROOFS[0]], message });
    for (const name of others) context.addIssue({ code: 'custom', path: [name], message });
  });

export type TeamsCredentials = z.output<typeof credentials>;

export type TeamsContext = ConnectionContext<TeamsCredentials>;
