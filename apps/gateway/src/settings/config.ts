import { DEFAULT_RETRY_SCHEDULE, type RateLimit, type RateLimitSettings } from '@gateway/core';
import type { FileDocument } from '../config-file/document.js';
import { namedFile, withFileSettings } from '../config-file/read-file.js';
import { ConfigError } from './config-error.js';
import { isLoopback } from '../network/addresses.js';
import type { ProxySettings } from '../network/egress-proxy.js';
import { secretText } from '../secrets/secret-files.js';
import { misspelledSettings, type MisspelledSetting } from './misspelled-settings.js';
import type { OidcSettings } from '../single-sign-on/oidc-settings.js';
import { settings, type SettingName } from './settings.js';
import type { OtlpSettings } from '../tracing/settings.js';

export { ConfigError } from './config-error.js';

/** The configuration, parsed once. No other code reads the environment. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly useAuth: boolean;
  readonly bootstrapKey: string | null;
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  /** The configuration file that is applied at start. */
  readonly configFile: FileDocument | null;
  /** Whether a missing database may be created although there are secrets of an older one. */
  readonly newDatabase: boolean;
  /** Whether the embedded database is copied before it is migrated. */
  readonly backupBeforeMigration: boolean;
  readonly encryptionKey: Uint8Array | null;
  readonly encryptionKeysPrevious: readonly Uint8Array[];
  readonly signingSecret: string | null;
  readonly signingSecretsPrevious: readonly string[];
  readonly retrySchedule: readonly number[];
  readonly callbackTimeoutMs: number;
  readonly leaseMs: number;
  /** Null: not set. */
  readonly shutdownDelayMs: number | null;
  readonly defaultPromptChannelId: string | null;
  /** The folder of files that `media_path` may name. */
  readonly mediaAllowedDir: string | null;
  readonly maxMediaSizeMb: number;
  readonly maxHostedMediaMb: number;
  readonly lowDiskMb: number;
  readonly publicUrl: string | null;
  readonly enableDocs: boolean;
  /** Whether the simulated platform may run in this process. */
  readonly sandbox: boolean;
  readonly cleanOnBoot: boolean;
  readonly outboundAllowed: readonly string[];
  /** The proxy for requests to platforms; null: none. */
  readonly proxy: ProxySettings | null;
  /** Whether callbacks go through the proxy, too. */
  readonly callbacksUseProxy: boolean;
  /** Addresses and networks. */
  readonly trustedProxies: readonly string[];
  readonly limits: RateLimitSettings;
  /** Of one channel; null: no limit. */
  readonly maxOpenPrompts: number | null;
  readonly platformPackages: readonly string[];
  /** Values of `PLATFORM_<ID>_<NAME>_URL` by name. */
  readonly endpoints: ReadonlyMap<string, string>;
  readonly metricsToken: string | null;
  /** Where spans are sent; null: none are recorded. */
  readonly tracing: OtlpSettings | null;
  /** The OpenID provider of operators; null: none. */
  readonly oidc: OidcSettings | null;
  /** Whether operators may sign in with a password. */
  readonly passwordSignIn: boolean;
  readonly logLevel: string;
  readonly logFormat: 'pretty' | 'json';
  /** Names in the environment that are almost those of settings. */
  readonly misspelled: readonly MisspelledSetting[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the configuration from an environment and the file that its `CONFIG_FILE` names. Throws `ConfigError`. An empty value counts as unset. */
export function parseConfig(environment: Environment, isTerminal = false): Config {
  const configFile = namedFile(environment);
  const env = withFileSettings(environment, configFile);
  const read = <Name extends SettingName>(name: Name) => readSetting(env, name);
  const useAuth = read('USE_AUTH') ?? false;
  const databaseUrl = read('DATABASE_URL');
  const host = read('HOST') ?? (useAuth ? '0.0.0.0' : '127.0.0.1');
  const config: Config = {
    useAuth,
    host,
    port: read('PORT') ?? 8100,
    bootstrapKey: useAuth ? read('GATEWAY_API_KEY') : null,
    databaseUrl,
    dataDir: read('DATA_DIR') ?? './data',
    configFile,
    newDatabase: read('NEW_DATABASE') ?? false,
    backupBeforeMigration: read('BACKUP_BEFORE_MIGRATION') ?? true,
    encryptionKey: read('ENCRYPTION_KEY'),
    encryptionKeysPrevious: read('ENCRYPTION_KEY_PREVIOUS') ?? [],
    signingSecret: read('CALLBACK_SIGNING_SECRET'),
    signingSecretsPrevious: read('CALLBACK_SIGNING_SECRET_PREVIOUS') ?? [],
    retrySchedule: read('CALLBACK_RETRY_SCHEDULE') ?? DEFAULT_RETRY_SCHEDULE,
    callbackTimeoutMs: read('CALLBACK_TIMEOUT_MS') ?? 15_000,
    leaseMs: read('LEASE_MS') ?? 10_000,
    // Only instances that share a database have a balancer that can send requests elsewhere.
    shutdownDelayMs: read('SHUTDOWN_DELAY_MS') ?? null,
    defaultPromptChannelId: read('DEFAULT_PROMPT_CHANNEL_ID'),
    mediaAllowedDir: read('MEDIA_ALLOWED_DIR'),
    maxMediaSizeMb: read('MAX_MEDIA_SIZE_MB') ?? 2,
    maxHostedMediaMb: read('MAX_HOSTED_MEDIA_MB') ?? 500,
    lowDiskMb: read('LOW_DISK_MB') ?? 1024,
    publicUrl: read('PUBLIC_WEBHOOK_URL'),
    enableDocs: read('ENABLE_DOCS') ?? false,
    sandbox: read('SANDBOX') ?? (!useAuth && isLoopback(host)),
    cleanOnBoot: read('CLEAN_ON_BOOT') ?? false,
    outboundAllowed: read('OUTBOUND_ALLOWED_HOSTS') ?? [],
    proxy: readProxy(env),
    callbacksUseProxy: read('CALLBACKS_USE_PROXY') ?? false,
    trustedProxies: read('TRUSTED_PROXIES') ?? [],
    limits: readLimits(env, useAuth),
    maxOpenPrompts: (read('MAX_OPEN_PROMPTS_PER_CHANNEL') ?? (useAuth ? 2000 : 0)) || null,
    platformPackages: read('PLATFORM_PACKAGES') ?? [],
    endpoints: readEndpoints(env),
    metricsToken: read('METRICS_TOKEN'),
    tracing: readTracing(env),
    oidc: readOidc(env),
    passwordSignIn: read('PASSWORD_SIGN_IN') ?? true,
    logLevel: read('LOG_LEVEL') ?? 'info',
    logFormat: read('LOG_FORMAT') ?? (isTerminal ? 'pretty' : 'json'),
    misspelled: misspelledSettings(env),
  };
  if (!config.passwordSignIn && config.oidc === null)
    throw new ConfigError('PASSWORD_SIGN_IN is false, so OIDC_ISSUER must be set: no operator could sign in.');
  if (databaseUrl !== null) requireShared(config);
  return config;
}

function readOidc(env: Environment): OidcSettings | null {
  const read = <Name extends SettingName>(name: Name) => readSetting(env, name);
  const [issuer, clientId, roleClaim, defaultRole] = [
    read('OIDC_ISSUER'),
    read('OIDC_CLIENT_ID'),
    read('OIDC_ROLE_CLAIM'),
    read('OIDC_DEFAULT_ROLE'),
  ];
  if (issuer === null) return null;
  if (clientId === null) throw new ConfigError('OIDC_CLIENT_ID must be set when OIDC_ISSUER is.');
  const roleValues = [
    ['owner', read('OIDC_ROLE_OWNER') ?? []],
    ['operator', read('OIDC_ROLE_OPERATOR') ?? []],
    ['viewer', read('OIDC_ROLE_VIEWER') ?? []],
  ] as const;
  const hasValues = roleValues.some(([, values]) => values.length > 0);
  if (defaultRole === null && (roleClaim === null || !hasValues))
    throw new ConfigError(
      'OIDC_ISSUER gives no person a role: set OIDC_DEFAULT_ROLE, or OIDC_ROLE_CLAIM with OIDC_ROLE_OWNER, OIDC_ROLE_OPERATOR or OIDC_ROLE_VIEWER.',
    );
  if (roleClaim === null && hasValues)
    throw new ConfigError(
      'OIDC_ROLE_CLAIM must be set when OIDC_ROLE_OWNER, OIDC_ROLE_OPERATOR or OIDC_ROLE_VIEWER is.',
    );
  return {
    issuer,
    clientId,
    clientSecret: read('OIDC_CLIENT_SECRET'),
    scopes: read('OIDC_SCOPES') ?? 'openid profile email',
    name: read('OIDC_NAME') ?? 'single sign-on',
    linksByEmail: read('OIDC_LINK_BY_EMAIL') ?? false,
    roleClaim,
    roleValues,
    defaultRole,
  };
}

/** Other programs read these names in lower case, too. */
function readProxy(env: Environment): ProxySettings | null {
  const read = <Name extends SettingName>(name: Name) =>
    readSetting({ ...env, [name]: env[name] || env[name.toLowerCase()] }, name);
  const proxy = { https: read('HTTPS_PROXY'), http: read('HTTP_PROXY'), except: read('NO_PROXY') ?? [] };
  return proxy.https === null && proxy.http === null ? null : proxy;
}

/** The other standard settings of the exporter and of the resource are read by OpenTelemetry itself. */
function readTracing(env: Environment): OtlpSettings | null {
  const read = <Name extends SettingName>(name: Name) => readSetting(env, name);
  const common = read('OTEL_EXPORTER_OTLP_ENDPOINT');
  const url = read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? (common && `${common.replace(/\/$/, '')}/v1/traces`);
  if (url === null || read('OTEL_SDK_DISABLED') === true || read('OTEL_TRACES_EXPORTER') === 'none') return null;
  read('OTEL_EXPORTER_OTLP_PROTOCOL');
  return {
    url,
    serviceName: read('OTEL_SERVICE_NAME'),
    sampler: read('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on',
    ratio: read('OTEL_TRACES_SAMPLER_ARG') ?? 1,
  };
}

function requireShared({ encryptionKey, signingSecret }: Pick<Config, 'encryptionKey' | 'signingSecret'>): void {
  const missing = [
    encryptionKey === null && 'ENCRYPTION_KEY (32 bytes in base64, generated with: openssl rand -base64 32)',
    signingSecret === null && 'CALLBACK_SIGNING_SECRET (a long random text, generated with: openssl rand -hex 32)',
  ].filter((text) => text !== false);
  if (missing.length > 0)
    throw new ConfigError(
      `${missing.join(' and ')} must be set when DATABASE_URL is: every instance needs the same value.`,
    );
}

/** The limits of keys and channels stop a client in a loop. Without authentication all clients are on this machine, and none is set. */
function readLimits(env: Environment, useAuth: boolean): RateLimitSettings {
  const limit = (perMinute: number, burst = perMinute): RateLimit => ({ perMinute, burst });
  const withAuth = (value: RateLimit) => (useAuth ? value : null);
  const read = (name: RateSetting, fallback: RateLimit | null) =>
    env[name] === undefined || env[name] === '' ? fallback : readSetting(env, name);
  return {
    key: read('RATE_LIMIT_KEY', withAuth(limit(6000, 3000))),
    address: read('RATE_LIMIT_ADDRESS', withAuth(limit(120_000))),
    invalidKeys: read('RATE_LIMIT_INVALID_KEYS', limit(600)),
    channel: read('RATE_LIMIT_CHANNEL', withAuth(limit(600))),
  };
}

type RateSetting = Extract<SettingName, `RATE_LIMIT_${string}`>;

type Value<Name extends SettingName> = Exclude<ReturnType<(typeof settings)[Name]['parse']>, undefined>;

function readSetting<Name extends SettingName>(env: Environment, name: Name): Value<Name> | null {
  const setting = settings[name];
  const given = setting.secret ? secretText(env, name) : { text: env[name] ?? '', source: name };
  if (typeof given === 'string') throw new ConfigError(given);
  const { text, source } = given;
  if (text === '') return null;
  const value = setting.parse(text) as Value<Name> | undefined;
  if (value !== undefined) return value;
  throw new ConfigError(
    `${source} is ${setting.secret ? 'not valid' : JSON.stringify(text)}: it must be ${setting.allowed}.`,
  );
}

function readEndpoints(env: Environment): Map<string, string> {
  const endpoints = new Map<string, string>();
  for (const [name, text] of Object.entries(env)) {
    if (!text || !/^PLATFORM_[A-Z0-9]+_[A-Z0-9_]+_URL$/.test(name)) continue;
    const url = settings.PLATFORM__URL.parse(text);
    if (url === undefined)
      throw new ConfigError(`${name} is ${JSON.stringify(text)}: it must be ${settings.PLATFORM__URL.allowed}.`);
    endpoints.set(name, url);
  }
  return endpoints;
}
