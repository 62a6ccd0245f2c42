import type { ReplyOf, RetentionSettings, SettingsPatch } from '@gateway/contract';
import { limits, type previewSettings } from '@gateway/contract/values';
import { locale } from '../../lib/language/locale.js';
import { t } from './texts.js';

/** The form values: the settings with days as text. */
export interface RetentionForm {
  readonly prompts_retention_enabled: boolean;
  readonly prompts_retention_days: string;
  readonly messages_inbound_retention_enabled: boolean;
  readonly messages_inbound_retention_days: string;
  readonly messages_inbound_zero_retention: boolean;
  readonly messages_outbound_retention_enabled: boolean;
  readonly messages_outbound_retention_days: string;
  readonly messages_outbound_zero_retention: boolean;
  readonly audit_retention_enabled: boolean;
  readonly audit_retention_days: string;
}

export const kinds = ['prompts', 'messages_inbound', 'messages_outbound', 'audit'] as const;
export type Kind = (typeof kinds)[number];

export function formOf(settings: RetentionSettings): RetentionForm {
  const { updated_at: _, ...rest } = settings;
  return {
    ...rest,
    prompts_retention_days: String(rest.prompts_retention_days),
    messages_inbound_retention_days: String(rest.messages_inbound_retention_days),
    messages_outbound_retention_days: String(rest.messages_outbound_retention_days),
    audit_retention_days: String(rest.audit_retention_days),
  };
}

/** Parses a number of days; null when it is invalid. */
export function daysOf(text: string): number | null {
  const days = Number(text.trim());
  return /^\d{1,4}$/.test(text.trim()) && days >= 1 && days <= limits.retentionDaysMax ? days : null;
}

/** The error of a kind's days; undefined when they are valid or not used. */
export function daysIssue(form: RetentionForm, kind: Kind): string | undefined {
  return form[`${kind}_retention_enabled`] && daysOf(form[`${kind}_retention_days`]) === null
    ? t.daysIssue(limits.retentionDaysMax)
    : undefined;
}

/** The changed settings; null while the form is invalid. Invalid days that are not used keep their saved value. */
export function changesOf(form: RetentionForm, saved: RetentionSettings): SettingsPatch | null {
  if (kinds.some((kind) => daysIssue(form, kind) !== undefined)) return null;
  const next = {
    ...form,
    prompts_retention_days: daysOf(form.prompts_retention_days) ?? saved.prompts_retention_days,
    messages_inbound_retention_days:
      daysOf(form.messages_inbound_retention_days) ?? saved.messages_inbound_retention_days,
    messages_outbound_retention_days:
      daysOf(form.messages_outbound_retention_days) ?? saved.messages_outbound_retention_days,
    audit_retention_days: daysOf(form.audit_retention_days) ?? saved.audit_retention_days,
  };
  const names = Object.keys(next) as (keyof typeof next)[];
  return Object.fromEntries(names.filter((name) => next[name] !== saved[name]).map((name) => [name, next[name]]));
}

type WouldRemove = ReplyOf<typeof previewSettings>['would_remove'];

/** "1,204 prompts and 88 inbound messages"; null when nothing would be deleted. */
export function removalText(counts: WouldRemove): string | null {
  const removed = kinds.filter((kind) => counts[kind] > 0);
  return removed.length === 0 ? null : lists.format(removed.map((kind) => t.count[kind](counts[kind])));
}

const lists = new Intl.ListFormat(locale, { type: 'conjunction' });
