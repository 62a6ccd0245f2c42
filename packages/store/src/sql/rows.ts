import type * as core from '@gateway/core';
import type * as schema from '../generated/sqlite/client.js';

/**
 * The rows that statements return, derived from schema.prisma. A column that is renamed, dropped or gets another type
 * there causes a compile error here, where a statement's row is used, or where a port returns the row to the core.
 *
 * The schema has `String` for enumerations and `Json` for arrays. `Narrowed` names those fields of the core's row whose
 * type is narrower than the column's.
 */
type RowOf<Model, CoreRow extends Comparable<Model, Narrowed>, Narrowed extends keyof Model & keyof CoreRow = never> = {
  readonly [Field in keyof Model]: Field extends Narrowed ? CoreRow[Field] : Model[Field];
};

/** Every field of the core's row is a column, and a narrowed one fits into its column. Json columns take any value. */
type Comparable<Model, Narrowed extends PropertyKey> = {
  readonly [Field in keyof Model]?: Field extends Narrowed ? ValueOf<Model[Field]> : Model[Field];
};

type ValueOf<Column> = Exclude<Column, null> extends string ? Column : unknown;

export type ChannelRow = RowOf<
  schema.Channel,
  core.ChannelRow,
  'channelType' | 'health' | 'outsideWindow' | 'approvers' | 'credentialsSetBy'
>;
export type PromptRow = RowOf<
  schema.Prompt,
  core.PromptRow,
  | 'options'
  | 'messageRef'
  | 'otherMessages'
  | 'state'
  | 'closedReason'
  | 'deliveryState'
  | 'answerType'
  | 'terms'
  | 'answerDetail'
  | 'answerFiles'
  | 'decidedBy'
  | 'takenBy'
>;
export type PromptMessageRow = schema.PromptMessage;
export type NoteRow = RowOf<schema.PromptNote, core.NoteRow, 'kind'>;
export type VoteRow = RowOf<schema.PromptVote, core.VoteRow, 'aliases'>;
export type PostRow = RowOf<schema.PromptPost, core.PostRow, 'kind' | 'messageRef'>;
export type DraftRow = RowOf<schema.PromptDraft, core.DraftRow, 'kind' | 'messageRef'>;
export type MessageRow = RowOf<schema.Message, core.MessageRow, 'direction' | 'deliveryState'>;
export type DeliveryRow = RowOf<schema.Delivery, core.DeliveryRow, 'state'>;
export type DeliveryAttemptRow = schema.DeliveryAttempt;
export type FailingReceiverRow = RowOf<schema.FailingReceiver, core.FailingReceiverRow>;
export type PausedReceiverRow = RowOf<schema.PausedReceiver, core.PausedReceiverRow>;
export type ReceiverNameRow = schema.ReceiverName;
export type HostedFileRow = RowOf<schema.HostedFile, core.HostedFileRow>;
export type HostedFileChunkRow = schema.HostedFileChunk;
export type KeyRow = RowOf<schema.ApiKey, core.KeyRow, 'scopes' | 'channels'>;
export type StreamEventRow = RowOf<schema.StreamEvent, core.StreamEventRow, 'type'>;
export type RetentionRow = RowOf<schema.RetentionSettings, core.RetentionRow>;
export type AuditRow = RowOf<
  schema.AuditEntry,
  Omit<core.AuditRow, 'resourceName' | 'answered'>,
  'actorKind' | 'changes'
>;
export type OperatorRow = RowOf<schema.Operator, core.OperatorRow, 'role'>;
export type SessionRow = RowOf<schema.OperatorSession, core.SessionRow>;
export type OneTimeLinkRow = RowOf<schema.OneTimeLink, core.OneTimeLinkRow, 'purpose' | 'role'>;
export type PolicyRow = RowOf<schema.Policy, core.PolicyRow, 'rules'>;
export type RuleRow = RowOf<schema.Rule, core.RuleRow, 'actions' | 'then'>;
export type GrantRow = RowOf<schema.Grant, core.GrantRow, 'givers' | 'endedReason' | 'endedBy' | 'messageRef'>;
export type ManagedRecordRow = schema.ManagedRecord;
export type OrganizationRow = schema.Organization;
export type IdempotentRequestRow = schema.IdempotentRequest;
export type AccountStateRow = schema.AccountState;
export type GatewayStateRow = schema.GatewayState;
export type WaitingReportRow = RowOf<schema.WaitingReport, core.WaitingReport, 'state'>;
/** Which prompts an operator is notified of. */
export type NotificationSettingsRow = Omit<schema.OperatorNotifications, 'channels'> & {
  readonly channels: readonly string[] | null;
};
export type AlertRow = RowOf<schema.Alert, core.AlertRow, 'kind' | 'told'>;
export type SavedViewRow = RowOf<schema.SavedView, core.SavedViewRow, 'page' | 'filter'>;
export type SignInFailuresRow = schema.SignInFailures;

/** The columns of each table that is written with `insertInto`, by their field names. */
export interface Tables {
  action_grant: schema.Grant;
  api_key: schema.ApiKey;
  audit_entry: schema.AuditEntry;
  channel: schema.Channel;
  delivery: schema.Delivery;
  delivery_attempt: schema.DeliveryAttempt;
  hosted_file: schema.HostedFile;
  message: schema.Message;
  one_time_link: schema.OneTimeLink;
  operator: schema.Operator;
  operator_session: schema.OperatorSession;
  prompt: schema.Prompt;
  prompt_note: schema.PromptNote;
  prompt_draft: schema.PromptDraft;
  prompt_post: schema.PromptPost;
  prompt_vote: schema.PromptVote;
  retention_settings: schema.RetentionSettings;
}
