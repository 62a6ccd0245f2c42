import {
  limits,
  type ReplyOf,
  type RetentionSettings,
  type SettingsPatch,
  type previewSettings,
} from '@gateway/contract';
import { counted } from '../../lib/counted.js';

/** The form: as the settings, but days are texts while they are typed. */
export interface RetentionForm {
  readonly prompts_retention_enabled: boolean;
  readonly prompts_retention_days: string;
  readonly messages_inbound_retention_enabled: boolean;
  readonly messages_inbound_retention_days: string;
  readonly messages_inbound_zero_retention: boolean;
  readonly messages_outbound_retention_enabled: boolean;
  readonly messages_outbound_retention_days: string;
  readonly messages_outbound_zero_retention: boolean;
}

export const kinds = ['prompts', 'messages_inbound', 'messages_outbound'] as const;
export type Kind = (typeof kinds)[number];

export function formOf(settings: RetentionSettings): RetentionForm {
  const { updated_at: _, ...rest } = settings;
  return {
    ...rest,
    prompts_retention_days: String(rest.prompts_retention_days),
    messages_inbound_retention_days: String(rest.messages_inbound_retention_days),
    messages_outbound_retention_days: String(rest.messages_outbound_retention_days),
  };
}

/** The number of days that a text says; null when it says none that may be set. */
export function daysOf(text: string): number | null {
  const days = Number(text.trim());
  return /^\d{1,4}$/.test(text.trim()) && days >= 1 && days <= limits.retentionDaysMax ? days : null;
}

/** What is wrong with a kind's days; only where they count. */
export function daysIssue(form: RetentionForm, kind: Kind): string | undefined {
  return form[`${kind}_retention_enabled`] && daysOf(form[`${kind}_retention_days`]) === null
    ? `Give a whole number of days, 1 to ${limits.retentionDaysMax}.`
    : undefined;
}

/** What the form changes; null while it cannot be sent. Days that do not count and make no sense stay as they were. */
export function changesOf(form: RetentionForm, saved: RetentionSettings): SettingsPatch | null {
  if (kinds.some((kind) => daysIssue(form, kind) !== undefined)) return null;
  const next = {
    ...form,
    prompts_retention_days: daysOf(form.prompts_retention_days) ?? saved.prompts_retention_days,
    messages_inbound_retention_days:
      daysOf(form.messages_inbound_retention_days) ?? saved.messages_inbound_retention_days,
    messages_outbound_retention_days:
      daysOf(form.messages_outbound_retention_days) ?? saved.messages_outbound_retention_days,
  };
  const names = Object.keys(next) as (keyof typeof next)[];
  return Object.fromEntries(names.filter((name) => next[name] !== saved[name]).map((name) => [name, next[name]]));
}

type WouldRemove = ReplyOf<typeof previewSettings>['would_remove'];

/** "1,204 prompts and 88 inbound messages"; null when it is nothing. */
export function removalWords({ prompts, messages_inbound, messages_outbound }: WouldRemove): string | null {
  const parts = [
    prompts > 0 && counted(prompts, 'prompt', 'prompts'),
    messages_inbound > 0 && counted(messages_inbound, 'inbound message', 'inbound messages'),
    messages_outbound > 0 && counted(messages_outbound, 'outbound message', 'outbound messages'),
  ].filter((part) => part !== false);
  if (parts.length === 0) return null;
  return parts.length === 1 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
