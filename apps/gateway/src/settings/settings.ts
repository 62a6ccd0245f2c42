import { isIP } from 'node:net';
import { webhookKey } from '@gateway/core';
import { limitSettings } from './limit-settings.js';
import {
  all,
  flag,
  hostOrNetwork,
  integer,
  key,
  list,
  logLevels,
  origin,
  proxyAddress,
  seconds,
  signingSecret,
} from './setting-parsers.js';
import { setting } from './setting.js';
import { tracingSettings } from '../tracing/setting-declarations.js';
import { signInSettings } from '../single-sign-on/sign-in-settings.js';

/** Every setting, in the order of the documentation. The tables in docs/settings.md and the README are generated from this. */
export const settings = {
  PORT: setting({
    effect: 'Listening port.',
    fallback: '8100',
    allowed: 'a whole number from 0 to 65535',
    parse: integer(0, 65_535),
  }),
  HOST: setting({
    effect: 'Listening address.',
    fallback: '127.0.0.1, or 0.0.0.0 with `USE_AUTH=true`',
    allowed: 'a host name or address',
    parse: (text) => (/^[\w.:[\]-]+$/.test(text) ? text : undefined),
  }),
  USE_AUTH: setting({
    effect: 'When `true`, `/v1` requires an `X-API-Key`. Otherwise `/v1` is open, to callers on this machine only.',
    fallback: 'false',
    allowed: 'true or false',
    parse: flag,
  }),
  GATEWAY_API_KEY: setting({
    effect: 'The first API key, with all scopes. It is created when there is no key yet and `USE_AUTH=true`.',
    fallback: 'none',
    allowed: 'a text of at least 16 ASCII characters without line breaks',
    secret: true,
    parse: (text) => (/^[!-~][ -~]{14,}[!-~]$/.test(text) ? text : undefined),
  }),
  DATABASE_URL: setting({
    effect:
      'PostgreSQL server, which several instances can share. Unset: the embedded SQLite database in `DATA_DIR`, for one instance.',
    fallback: 'embedded database',
    allowed: 'an address that begins with postgresql://',
    secret: true,
    parse: (text) => (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text) ? text : undefined),
  }),
  DATA_DIR: setting({
    effect: 'Folder for the embedded database, generated secrets, and attachments while they are posted.',
    fallback: './data',
    allowed: 'a folder',
    parse: (text) => text,
  }),
  CONFIG_FILE: setting({
    effect: 'YAML file with channels, people, policies and settings, applied at each start; see docs/config-file.md.',
    fallback: 'none',
    allowed: 'a file',
    parse: (text) => text,
  }),
  NEW_DATABASE: setting({
    effect:
      'When `true`, a database that is missing from `DATA_DIR` is created even if the folder contains generated secrets. Otherwise the gateway refuses to start.',
    fallback: 'false',
    allowed: 'true or false',
    parse: flag,
  }),
  BACKUP_BEFORE_MIGRATION: setting({
    effect:
      'When `false`, the embedded database is migrated without a copy in `DATA_DIR/backups`. Otherwise an upgrade stores one there, or does not start.',
    fallback: 'true',
    allowed: 'true or false',
    parse: flag,
  }),
  ENCRYPTION_KEY: setting({
    effect:
      'Encrypts channel credentials, and passwords in addresses, at rest: 32 bytes in base64. Required with `DATABASE_URL`.',
    fallback: 'generated into `DATA_DIR`',
    allowed: '32 bytes in base64, generated with: openssl rand -base64 32',
    secret: true,
    parse: key,
  }),
  ENCRYPTION_KEY_PREVIOUS: setting({
    effect: 'Older encryption keys, comma separated. Data that they encrypted stays readable.',
    fallback: 'none',
    allowed: 'keys of 32 bytes in base64, comma separated',
    secret: true,
    parse: (text) => all(list(text).map(key)),
  }),
  CALLBACK_SIGNING_SECRET: setting({
    effect: 'Secret that signs callbacks. The part after `whsec_` is base64. Required with `DATABASE_URL`.',
    fallback: 'generated into `DATA_DIR`',
    allowed: 'a text of at least 16 characters, or whsec_ and at least 16 bytes in base64',
    secret: true,
    parse: (text) => (text.length >= 16 && webhookKey(text).length >= 16 ? signingSecret(text) : undefined),
  }),
  CALLBACK_SIGNING_SECRET_PREVIOUS: setting({
    effect: 'Older signing secrets, comma separated. `webhook-signature` contains a signature with each of them.',
    fallback: 'none',
    allowed: 'texts, comma separated, with base64 after whsec_',
    secret: true,
    parse: (text) => all(list(text).map(signingSecret)),
  }),
  CALLBACK_RETRY_SCHEDULE: setting({
    effect: 'Seconds between the attempts of a callback, comma separated. After the last attempt the callback is dead.',
    fallback: '5,30,120,600,1800,3600,7200,14400,28800, then every 12 h up to 3 days',
    allowed: 'numbers of seconds, comma separated, such as 5,30,120',
    parse: (text) => all(list(text).map(seconds)),
  }),
  CALLBACK_TIMEOUT_MS: setting({
    effect: 'Milliseconds within which a receiver must answer a callback.',
    fallback: '15000',
    allowed: 'a whole number from 1 to 600000',
    parse: integer(1, 600_000),
  }),
  LEASE_MS: setting({
    effect: 'Milliseconds after which another instance takes over the work of a crashed one.',
    fallback: '10000',
    allowed: 'a whole number from 300 to 600000',
    parse: integer(300, 600_000),
  }),
  SHUTDOWN_DELAY_MS: setting({
    effect:
      'Milliseconds between a stop signal, after which `GET /readyz` answers 503, and the time when the gateway stops accepting requests. Gives a load balancer time to remove the instance.',
    fallback: '5000 while other instances run, otherwise 0',
    allowed: 'a whole number from 0 to 600000',
    parse: integer(0, 600_000),
  }),
  DEFAULT_PROMPT_CHANNEL_ID: setting({
    effect: 'Channel of prompts without a `channel_id`.',
    fallback: 'none',
    allowed: 'a channel id: 1 to 64 characters of A-Z a-z 0-9 . _ -',
    parse: (text) => (/^[A-Za-z0-9._-]{1,64}$/.test(text) ? text : undefined),
  }),
  MEDIA_ALLOWED_DIR: setting({
    effect: 'Folder that contains the files which `media_path` may name. Unset: `media_path` is refused.',
    fallback: 'none',
    allowed: 'a folder',
    parse: (text) => text,
  }),
  MAX_MEDIA_SIZE_MB: setting({
    effect: 'Largest attachment, in megabytes (1024 × 1024 bytes).',
    fallback: '2',
    allowed: 'a number above 0, such as 2 or 0.5',
    parse: (text) => (/^\d{1,6}(\.\d{1,6})?$/.test(text) && Number(text) > 0 ? Number(text) : undefined),
  }),
  MAX_HOSTED_MEDIA_MB: setting({
    effect:
      'Largest sum of the files that the gateway hosts in its database, for platforms that take no files and for agents, in megabytes. 0: it hosts none.',
    fallback: '500',
    allowed: 'a whole number from 0 to 1000000',
    parse: integer(0, 1_000_000),
  }),
  LOW_DISK_MB: setting({
    effect:
      'Free space of the disk of `DATA_DIR`, in megabytes, below which `doctor` warns and operators get an alert. 0: never.',
    fallback: '1024',
    allowed: 'a whole number from 0 to 1000000',
    parse: integer(0, 1_000_000),
  }),
  PUBLIC_WEBHOOK_URL: setting({
    effect: 'Public origin at which platforms reach this gateway, for webhooks and hosted files.',
    fallback: 'none: the gateway polls platforms that support it',
    allowed: 'an https:// origin such as https://gateway.example.com, without a path; http:// only for this machine',
    parse: origin,
  }),
  ENABLE_DOCS: setting({
    effect: 'When `true`, `/docs` serves the API reference and `GET /openapi.json` the OpenAPI document.',
    fallback: 'false',
    allowed: 'true or false',
    parse: flag,
  }),
  SANDBOX: setting({
    effect: 'When `true`, the console offers a chat with a simulated platform, to try the gateway without an account.',
    fallback: 'true while only this machine can reach the gateway (loopback, no `USE_AUTH`)',
    allowed: 'true or false',
    parse: flag,
  }),
  CLEAN_ON_BOOT: setting({
    effect:
      'When `true`, each start first expires overdue prompts, deletes records past their retention, stale leases and delivered callbacks. Pending prompts and undelivered events are never deleted.',
    fallback: 'false',
    allowed: 'true or false',
    parse: flag,
  }),
  OUTBOUND_ALLOWED_HOSTS: setting({
    effect: 'Private hosts, addresses and networks (CIDR) that callbacks, adapters and `media_url` may reach.',
    fallback: 'none with `USE_AUTH=true`, otherwise all private ones',
    allowed: 'hosts, addresses or networks, comma separated, such as agent.internal,10.0.0.7,192.168.0.0/16',
    parse: (text) => all(list(text).map(hostOrNetwork)),
  }),
  HTTPS_PROXY: setting({
    effect: 'Proxy for requests and sockets to `https` addresses of platforms. `https_proxy` is the same.',
    fallback: 'none',
    allowed: 'an http or https address such as http://proxy.example:3128',
    secret: true,
    parse: proxyAddress,
  }),
  HTTP_PROXY: setting({
    effect: 'The same for `http` addresses. `http_proxy` is the same.',
    fallback: 'none',
    allowed: 'an http or https address such as http://proxy.example:3128',
    secret: true,
    parse: proxyAddress,
  }),
  NO_PROXY: setting({
    effect:
      'Hosts with their subdomains, addresses and networks (CIDR) that are reached without the proxy. `*`: all. This machine is always reached directly.',
    fallback: 'none',
    allowed: 'hosts, addresses or networks, comma separated, such as .internal,10.0.0.0/8',
    parse: (text) => list(text.replaceAll(/\s+/g, ',')),
  }),
  CALLBACKS_USE_PROXY: setting({
    effect: 'When `true`, callbacks go through the proxy as well.',
    fallback: 'false',
    allowed: 'true or false',
    parse: flag,
  }),
  TRUSTED_PROXIES: setting({
    effect:
      'Addresses and networks (CIDR) of reverse proxies, comma separated, whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted.',
    fallback: 'none: those headers are ignored',
    allowed: 'addresses or networks, comma separated, such as 127.0.0.1,10.0.0.0/8',
    parse: (text) =>
      all(
        list(text).map((entry) => {
          const [address = ''] = entry.split('/');
          return isIP(address.replace(/[[\]]/g, '')) === 0 ? undefined : hostOrNetwork(entry);
        }),
      ),
  }),
  ...limitSettings,
  PLATFORM_PACKAGES: setting({
    effect:
      'Where additional adapters are: the folder that `npm install --prefix ../adapters gateway-platform-example` made, as in `PLATFORM_PACKAGES=../adapters`; see docs/adapters.md. A broken adapter is reported and skipped.',
    fallback: 'none; `/adapters` in the container image',
    allowed: 'folders of adapters, folders of packages and names of packages, comma separated',
    parse: list,
  }),
  PLATFORM__URL: setting({
    title: 'PLATFORM_<ID>_<NAME>_URL',
    effect: "Replaces a platform's API address, for self-hosted API servers, government clouds and tests.",
    fallback: "the platform's own",
    allowed: 'an http:// or https:// address',
    parse: (text) => (/^https?:\/\//.test(text) && URL.canParse(text) ? text.replace(/(?<!\/)\/+$/, '') : undefined),
  }),
  METRICS_TOKEN: setting({
    effect: 'Bearer token for `GET /metrics`. Unset: only this machine can read the metrics.',
    fallback: 'none',
    allowed: 'a text of at least 16 visible ASCII characters',
    secret: true,
    parse: (text) => (/^[\x21-\x7e]{16,}$/.test(text) ? text : undefined),
  }),
  ...tracingSettings,
  ...signInSettings,
  LOG_LEVEL: setting({
    effect: 'Lowest level of log lines that are written.',
    fallback: 'info',
    allowed: `one of ${logLevels.join(', ')}`,
    parse: (text) => (logLevels.includes(text) ? text : undefined),
  }),
  LOG_FORMAT: setting({
    effect: 'Format of log lines.',
    fallback: '`pretty` on a terminal, `json` otherwise',
    allowed: 'pretty or json',
    parse: (text) => (text === 'pretty' || text === 'json' ? text : undefined),
  }),
};

export type SettingName = keyof typeof settings;
