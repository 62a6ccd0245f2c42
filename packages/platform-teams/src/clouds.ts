import type { TeamsContext } from './credentials.js';

/** The addresses and names of one of Microsoft's clouds, as in `CloudEnvironment` of Microsoft's Teams SDK. */
interface Cloud {
  /** Default of the endpoint with the same name. */
  readonly token: string;
  readonly openid: string;
  readonly service: string;
  /** The tenant of bots that are registered for all tenants. */
  readonly anyTenant: string;
  /** Issuer of the tokens in activities, and audience of the access token. */
  readonly issuer: string;
  /**
   * Audience of a managed identity's token that replaces a client secret.
   * Source: https://learn.microsoft.com/entra/workload-id/workload-identity-federation-config-app-trust-managed-identity
   */
  readonly federation: string;
}

const US_GOVERNMENT = {
  token: 'https://login.microsoftonline.us',
  openid: 'https://login.botframework.azure.us/v1/.well-known/openidconfiguration',
  anyTenant: 'MicrosoftServices.onmicrosoft.us',
  issuer: 'https://api.botframework.us',
  federation: 'api://AzureADTokenExchangeUSGov',
};

export const CLOUDS = {
  Public: {
    token: 'https://login.microsoftonline.com',
    openid: 'https://login.botframework.com/v1/.well-known/openidconfiguration',
    service: 'https://smba.trafficmanager.net/teams',
    anyTenant: 'botframework.com',
    issuer: 'https://api.botframework.com',
    federation: 'api://AzureADTokenExchange',
  },
  USGov: { ...US_GOVERNMENT, service: 'https://smba.infra.gov.teams.microsoft.us/teams' },
  USGovDoD: { ...US_GOVERNMENT, service: 'https://smba.infra.dod.teams.microsoft.us/teams' },
  China: {
    token: 'https://login.partner.microsoftonline.cn',
    openid: 'https://login.botframework.azure.cn/v1/.well-known/openidconfiguration',
    // Microsoft publishes no path for this cloud: the first activity contains the complete address.
    service: 'https://frontend.botapi.msg.infra.teams.microsoftonline.cn',
    anyTenant: 'microsoftservices.partner.onmschina.cn',
    issuer: 'https://api.botframework.azure.cn',
    federation: 'api://AzureADTokenExchangeChina',
  },
} as const satisfies Readonly<Record<string, Cloud>>;

export type CloudName = keyof typeof CLOUDS;

export function cloudOf({ credentials }: Pick<TeamsContext, 'credentials'>): Cloud {
  return CLOUDS[credentials.cloud || 'Public'];
}

/** The context with the addresses of the account's cloud. Addresses that an operator set stay. */
export function inCloud(context: TeamsContext): TeamsContext {
  const cloud = cloudOf(context);
  const endpoints = Object.fromEntries(
    (['token', 'openid', 'service'] as const).map((name) => {
      const given = context.endpoints[name];
      return [name, given === undefined || given === CLOUDS.Public[name] ? cloud[name] : given];
    }),
  );
  return { ...context, endpoints: { ...context.endpoints, ...endpoints } };
}
