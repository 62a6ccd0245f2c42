import type { Approver, BodyInput, OutsideWindow, WindowTemplate } from '@gateway/contract';
import type { updateChannel } from '@gateway/contract/values';

/** The values of the edit form. */
export interface Edit {
  readonly target_chat_id: string;
  readonly callback_url: string;
  readonly outside_window: OutsideWindow;
  /** Empty: anybody in the chat. */
  readonly approvers: readonly Approver[];
  /** Empty: none. */
  readonly policy: string;
  readonly prompt_links: boolean;
  /** As entered; empty: no limit. */
  readonly max_open_per_key: string;
  readonly max_open_per_person: string;
  /** Empty values: no template. */
  readonly window_template: WindowTemplate;
  /** Opened credentials. An empty value means unchanged, null removed. */
  readonly credentials: Readonly<Record<string, string | null>>;
}

/** The changed fields only. */
export function patchOf(
  channel: {
    readonly target_chat_id: string;
    readonly callback_url: string | null;
    readonly outside_window: OutsideWindow;
    readonly approvers?: readonly Approver[] | null | undefined;
    readonly policy?: string | null | undefined;
    readonly prompt_links: boolean;
    readonly max_open_per_key?: number | null | undefined;
    readonly max_open_per_person?: number | null | undefined;
    readonly window_template: WindowTemplate | null;
  },
  edit: Edit,
): BodyInput<typeof updateChannel> {
  const { target_chat_id: target, approvers, policy, prompt_links: promptLinks, window_template: template } = edit;
  const [perKey, perPerson] = [limitOf(edit.max_open_per_key), limitOf(edit.max_open_per_person)];
  const callback = edit.callback_url.trim() === '' ? null : edit.callback_url.trim();
  const trimmed = { name: template.name.trim(), language: template.language.trim() };
  const entered = trimmed.name === '' && trimmed.language === '' ? null : trimmed;
  const saved = channel.window_template;
  const isChanged = entered?.name !== saved?.name || entered?.language !== saved?.language;
  const replaced = Object.entries(edit.credentials)
    .filter(([, value]) => value?.trim() !== '')
    .map(([name, value]) => [name, value ?? ''] as const);
  return {
    ...(target.trim() !== channel.target_chat_id && { target_chat_id: target }),
    ...(callback !== channel.callback_url && { callback_url: callback }),
    ...(edit.outside_window !== channel.outside_window && { outside_window: edit.outside_window }),
    ...(JSON.stringify(approvers) !== JSON.stringify(channel.approvers ?? []) && {
      approvers: approvers.length === 0 ? null : [...approvers],
    }),
    ...(policy !== (channel.policy ?? '') && { policy: policy === '' ? null : policy }),
    ...(promptLinks !== channel.prompt_links && { prompt_links: promptLinks }),
    ...(perKey !== (channel.max_open_per_key ?? null) && { max_open_per_key: perKey }),
    ...(perPerson !== (channel.max_open_per_person ?? null) && { max_open_per_person: perPerson }),
    ...(isChanged && { window_template: entered }),
    ...(replaced.length > 0 && { credentials: Object.fromEntries(replaced) }),
  };
}

const limitOf = (entered: string) => (entered.trim() === '' ? null : Number(entered));

/** All credentials as entered; those that were left empty are removed. */
export function allCredentials(
  platform: { readonly credentials: readonly { readonly name: string }[] },
  { credentials }: Edit,
): Record<string, string> {
  return Object.fromEntries(platform.credentials.map(({ name }) => [name, credentials[name]?.trim() ?? '']));
}
