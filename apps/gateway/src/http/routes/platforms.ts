import { z } from 'zod';
import {
  limits,
  listPlatforms,
  outsideWindowChoices,
  type BrokenPlatformRecord,
  type PlatformRecord,
} from '@gateway/contract';
import { allowsOutside, type Logger, type Platforms } from '@gateway/core';
import { choiceLimits, type Platform } from '@gateway/platform-kit';
import { endpoint, type Endpoint } from '../endpoint.js';
import { FixedReply } from '../fixed-reply.js';

/** The adapters: usable ones, described from their manifests, then those that failed to load. */
export function platformRoutes(platforms: Platforms, log: Logger): Endpoint[] {
  let reply: Promise<FixedReply<(PlatformRecord | BrokenPlatformRecord)[]>> | null = null;
  return [
    endpoint(
      listPlatforms,
      async () => await (reply ??= describeAll(platforms, log).then((records) => new FixedReply(records))),
    ),
  ];
}

async function describeAll(platforms: Platforms, log: Logger): Promise<(PlatformRecord | BrokenPlatformRecord)[]> {
  const records = await Promise.all(
    platforms.ids.map(async (id) => {
      const platform = await platforms.load(id);
      if (!platform) return [];
      try {
        return [await describe(platform)];
      } catch (error) {
        log.error({ platform: id, err: error }, 'An adapter cannot be described');
        const problem = 'Its guide or its credentials schema could not be read; the log has the error.';
        return [{ id, package: id, problem }];
      }
    }),
  );
  return [...records.flat(), ...platforms.broken];
}

async function describe(platform: Platform): Promise<PlatformRecord> {
  const { capabilities, target } = platform;
  const choices = choiceLimits(capabilities);
  return {
    id: platform.id,
    problem: null,
    name: platform.name,
    icon: platform.icon,
    credentials: credentialFields(platform),
    target: {
      label: target.title,
      help: target.help,
      placeholder: target.placeholder,
      pattern: target.pattern ?? null,
    },
    capabilities: {
      webhook: capabilities.webhook,
      stream: capabilities.stream,
      edit: capabilities.edit !== 'none',
      threads: capabilities.threads,
      media: capabilities.media,
      choices: choices.kind,
    },
    limits: {
      options: choices.kind === 'buttons' && choices.max !== null ? choices.max : limits.options,
      option_label:
        choices.kind === 'buttons' && choices.labelLength !== null ? choices.labelLength : limits.optionLabel,
      text: capabilities.text.max,
      reply_window_ms: capabilities.replyWindow ?? null,
      outside_window: outsideWindowChoices.filter((choice) => allowsOutside(capabilities, choice)),
    },
    guide: await platform.guide(),
  };
}

/** What a field's `.meta()` can contain. */
interface FieldMeta {
  readonly title?: string;
  readonly help?: string;
  readonly placeholder?: string;
  readonly secret?: boolean;
}

/** The fields of an adapter's credentials, in the order of its schema. */
export function credentialFields(platform: Platform): PlatformRecord['credentials'] {
  const schema = z.toJSONSchema(platform.credentials, { io: 'input' });
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const meta = property as FieldMeta;
    return {
      name,
      label: meta.title ?? name,
      secret: meta.secret === true,
      required: required.has(name),
      help: meta.help ?? null,
      placeholder: meta.placeholder ?? null,
    };
  });
}
