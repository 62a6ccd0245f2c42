// Written by `node scripts/cli.mjs tables` from the schemas of @gateway/contract. A test compares both.
export type NewPrompt = {
  /** The question. */
  readonly text: string;
  /** A PROMPT channel. Default: the setting `DEFAULT_PROMPT_CHANNEL_ID`. */
  readonly channel_id?: string | null;
  /** PROMPT channels: the same question in several chats. The first answer closes all of them. With `channel_id`, that one is the first. The reply waits for the first chat, and at most 3 s for the others: `posts` of the prompt tells what became of them. */
  readonly channels?: readonly string[] | null;
  /** Button labels: people must be able to tell them apart. Some platforms allow fewer; `GET /v1/platforms` has the limits. */
  readonly options?: readonly string[] | null;
  /** Whether a free-text answer is accepted. Default: `false`. */
  readonly allow_text?: boolean | null;
  /** Receives the answer as the event `prompt.answered`. Without it, wait with `GET /v1/prompts/{id}?wait=60`. */
  readonly callback_url?: string | null;
  /** Any text of yours. It is returned in the prompt, its callbacks, events and log lines. */
  readonly correlation_id?: string | null;
  /** Seconds until the prompt expires. 0: never. */
  readonly ttl_sec?: number | null;
  /** The address of an attachment. */
  readonly media_url?: string | null;
  /** A file in the folder `MEDIA_ALLOWED_DIR` of the gateway, as an attachment. */
  readonly media_path?: string | null;
  /** Whether `callback_url` also receives `prompt.expired`: when the prompt expires, is cancelled, or turns out to be undeliverable. Default: `false`. */
  readonly notify_on_expiry?: boolean | null;
  /** With `allow_text`: whether a reply in the chat can have photos, files and voice messages, with or without a text. At most 5, each of 20 MB. The `value` of an answer without a text is empty. Not with a policy. Default: `false`. */
  readonly allow_attachments?: boolean | null;
  /** What the agent is about to do. It is shown with the question. */
  readonly action?: Action | null;
  /** With `action` and `options`: those that let the action run, some but not all of them. Default: none does. */
  readonly approving_options?: readonly string[] | null;
  /** With `action`: seconds after the answer in which `POST /v1/prompts/{id}/consume` takes the approval. Default: no limit. */
  readonly consume_within_sec?: number | null;
  /** Asks for a decision, with a button for each. Cannot be combined with `options` or `allow_text`. */
  readonly decisions?: readonly ('approve' | 'reject' | 'edit' | 'respond')[] | null;
  readonly labels?: {
    readonly approve?: string;
    readonly reject?: string;
    readonly edit?: string;
    readonly respond?: string;
  } | null;
  /** Whether the person is asked for words after the deciding press. The decision is final at the press. `always` concerns `approve` and `reject`. Default: `never`. */
  readonly ask_reason?: 'never' | 'on_reject' | 'always' | null;
  /** Seconds that the callback waits for the words. Default: 120. */
  readonly reason_wait_sec?: number | null;
  /** Who may answer. The list narrows that of the channel: a person who answers must be on both. Default: anybody whom the channel allows. */
  readonly approvers?: readonly Approver[] | null;
  /** For whom the agent acts. A key with `acts_for` says it by itself. */
  readonly requested_by?: {
    readonly person: string;
  } | {
    readonly user_id: string;
  } | null;
  /** The policy by which people decide. Default: that of the channel, if it has one. */
  readonly policy?: string | null;
  /** With `action`: while a prompt with the same key, action, channels, `callback_url`, `correlation_id`, `requested_by`, `approvers`, `policy`, `decisions`, `options` and `approving_options` is pending, the reply is that one, and nothing is posted. Default: `false`. */
  readonly collapse?: boolean | null;
};
export type Action = {
  readonly name: string;
  /** The arguments, as a JSON object. A name that is given twice is refused, and so is a number that a double would change: send it as a text. */
  readonly args?: { readonly [name: string]: unknown } | null;
  /** One or two sentences for people. */
  readonly summary?: string | null;
  readonly risk?: 'low' | 'medium' | 'high' | null;
};
export type Approver = {
  readonly person: string;
} | {
  readonly group: string;
} | {
  readonly user_id: string;
};
export type NewPromptNote = {
  /** `progress`: the work goes on. `done`: it is complete. `failed`: it did not succeed. */
  readonly kind: 'progress' | 'done' | 'failed';
  /** Plain text. The chat marks it as the words of the agent. */
  readonly text: string;
  /** The address of a page about it, such as a log. */
  readonly url?: string | null;
};
export type NewConsume = {
  /** The `action_digest` of the answer. */
  readonly action_digest?: string;
  /** The action that is about to run. */
  readonly action?: ExactAction;
};
export type ExactAction = {
  readonly name: string;
  /** The arguments, as a JSON object. A name that is given twice is refused, and so is a number that a double would change: send it as a text. */
  readonly args?: { readonly [name: string]: unknown } | null;
};
export type NewMessage = {
  readonly channel_id: string;
  readonly text: string;
  /** The message to reply to: the id of a message of this channel, or the platform’s id, which is passed on. The text is posted in its thread, where the platform has threads. */
  readonly reply_to?: string | null;
  /** The platform’s id of the thread or topic to post in, such as `thread_id` of `message.created`. It must belong to the channel’s chat. */
  readonly thread_id?: string | null;
};
export type Prompt = {
  /** A prompt id such as `#12`. In a URL, write `%2312` or `12`. */
  readonly id: string;
  readonly prompt_num: number;
  readonly channel_id: string;
  readonly platform: Platform;
  /** Null: a rule or a standing approval answered the prompt, without a message. */
  readonly chat_id: string | null;
  readonly message_id: string | null;
  readonly text: string;
  readonly media_url: string | null;
  readonly options: readonly string[];
  readonly allow_text: boolean;
  /** Shown without user and password to readers without `prompts:write`. */
  readonly callback_url: string | null;
  readonly correlation_id: string | null;
  readonly notify_on_expiry: boolean;
  /** The API key that created the prompt. */
  readonly api_key_id: string | null;
  /** The operator who created the prompt in the console. */
  readonly operator_id: string | null;
  /** `expired` includes cancelled prompts; see `closed_reason`. */
  readonly state: 'pending' | 'answered' | 'expired';
  /** Who has said that they look after it. Null: no one has, or it is not pending any more. */
  readonly taken_by: PromptTaker | null;
  readonly taken_at: string | null;
  /** Whether only the `window_template` of the channel was posted, and the question follows when a person presses its button. `message_id` and `delivery_state` are those of the template until then. True only while `pending`. */
  readonly waiting_for_window: boolean;
  /** Why the prompt is `expired`: `ttl` (not answered in time), `cancelled`, or `undeliverable` (the platform reported that the question did not reach the chat). Null in other states. */
  readonly closed_reason: 'ttl' | 'cancelled' | 'undeliverable' | null;
  /** The platform’s reason for `undeliverable`. Null otherwise. */
  readonly closed_detail: string | null;
  /** What the platform reported about the message with the question: `accepted`, `delivered` (it is on the person’s device), `read` or `failed`. Null: the platform does not report it. */
  readonly delivery_state: 'accepted' | 'delivered' | 'read' | 'failed' | null;
  /** Whom the platform could not reach where a chat stands for several people, such as one of several e-mail addresses: a reason a line. The others can answer, so the prompt stays open. Null: nothing was reported. */
  readonly delivery_remark: string | null;
  /** A time in UTC, as in RFC 3339. */
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly answered_at: string | null;
  readonly answered_by_id: string | null;
  readonly answered_by_username: string | null;
  readonly answer_type: 'option' | 'text' | 'decision' | null;
  readonly answer: string | null;
  /** Absent: an answer has no files. */
  readonly allow_attachments?: true;
  /** The files that the person sent with the answer. Absent: the prompt has no `allow_attachments`. */
  readonly answer_attachments?: readonly AnswerAttachment[];
  readonly action?: Action | null;
  readonly decisions?: readonly ('approve' | 'reject' | 'edit' | 'respond')[] | null;
  readonly labels?: {
    readonly approve?: string;
    readonly reject?: string;
    readonly edit?: string;
    readonly respond?: string;
  } | null;
  readonly ask_reason?: 'never' | 'on_reject' | 'always';
  readonly reason_wait_sec?: number;
  /** The digest of the action as asked. This and the next fields: only of a prompt with an `action`. */
  readonly action_digest?: string;
  readonly approving_options?: readonly string[] | null;
  readonly consume_within_sec?: number | null;
  /** When the approval was used. Null: it was not. */
  readonly consumed_at?: string | null;
  /** The API key that used it. */
  readonly consumed_by?: string | null;
  /** When the approval was taken back. Null: it was not. */
  readonly withdrawn_at?: string | null;
  /** The decision. Null: none was made (yet). */
  readonly decision?: Decision | null;
  readonly approvers?: readonly Approver[] | null;
  /** For whom the agent acts. It is shown with the question. */
  readonly requested_by?: {
    readonly person: string | null;
    readonly platform: Platform | null;
    readonly user_id: string | null;
    readonly name: string | null;
    /** False: it is the word of the agent. */
    readonly verified: boolean;
  } | null;
  /** The policy as it was when the prompt was created. */
  readonly policy?: PromptPolicy | null;
  /** The first rule that matched the action, as it was then. Absent: none matched. */
  readonly rule?: {
    readonly rule_id: string;
    readonly version: number;
  };
  /** The action as the rule draws it. Absent: no rule matched. */
  readonly drawn?: DrawnAction;
  /** The standing approval that answered it. Null: none did. Absent: no rule matched. */
  readonly grant_id?: string | null;
  /** The standing approval that who approves can give, too. Null: none is offered. Absent: no rule matched. */
  readonly grant_offer?: {
    /** The longest time in seconds. */
    readonly max_sec: number;
    /** What it covers, as people read it. */
    readonly covers: string;
  } | null;
  /** The votes, one for each person. Once the prompt is answered, those of people who might still answer then, as in the callback. */
  readonly votes?: readonly Vote[];
  /** The messages with the question, its first chat first. A key with `channels` gets those in its channels. */
  readonly posts?: readonly PromptPost[];
  readonly decided_by?: 'person' | 'policy' | 'rule' | 'grant' | null;
  /** When the next step of the policy is due. */
  readonly next_step_at?: string | null;
  /** What the agent said under its question, the oldest first. Absent: there is none. */
  readonly notes?: readonly PromptNote[];
};
/** The id of a loaded platform adapter. */
export type Platform = string;
export type PromptTaker = {
  readonly person_id: string | null;
  readonly operator_id: string | null;
  readonly name: string;
};
export type AnswerAttachment = {
  /** The name that the platform gives, without a path. Photos often have none: then `file`, with an extension. */
  readonly name: string;
  /** The content type, recognized by the bytes. `application/octet-stream`: not recognized. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 of the bytes, in hexadecimal digits. */
  readonly sha256: string;
  /** A secret address of the gateway that serves the file, without a key. It works until retention deletes the prompt. PNG, JPEG, GIF and WebP images are shown by browsers, other files are downloaded. */
  readonly url: string;
};
export type Decision = {
  readonly type: 'decision';
  readonly value: 'approve' | 'reject' | 'edit' | 'respond';
  /** The words that the person gave with it. Null: none (yet). */
  readonly reason: string | null;
  /** The arguments to use: as asked after `approve`, as changed after `edit`. Null otherwise. */
  readonly args: { readonly [name: string]: unknown } | null;
  /** What was said after `respond`. Null otherwise. */
  readonly text: string | null;
  /** The digest of the action with the arguments to use. Null: there are none to use. Absent: the prompt has no `action`. */
  readonly action_digest?: string | null;
};
export type PromptPolicy = {
  readonly policy_id: string;
  readonly name: string;
  /** How many different people it takes to approve, or to press the same option. */
  readonly approvals: number;
  /** How many different people it takes to reject. Does not apply to options. */
  readonly rejections: number;
  /** False: whom `requested_by` of the prompt names may not answer. */
  readonly requester_may_answer: boolean;
  /** What happens while the prompt is undecided. */
  readonly steps: readonly PolicyStep[];
  /** For how long the steps wait while somebody has said that they look after the prompt. A step is at most this late. 0: they do not wait. */
  readonly pause_steps_while_taken_sec?: number;
  /** What counts when the time of the prompt is over. Null: the prompt expires. */
  readonly on_timeout: PolicyTimeout | null;
  /** The configuration file that owns the record, without its folder. Only the file changes the record; other changes are refused with 409. Absent: no file owns it. */
  readonly managed_by?: string;
};
export type PolicyStep = {
  /** Seconds since the question was asked. */
  readonly after_sec: number;
  /** Say the question again, as a reply to it. */
  readonly remind?: true;
  /** Also ask in these PROMPT channels. */
  readonly channels?: readonly string[];
  /** From this step on, these may answer as well. */
  readonly approvers?: readonly Approver[];
};
export type PolicyTimeout = {
  readonly decision: 'approve' | 'reject';
} | {
  readonly option: string;
};
export type DrawnAction = {
  readonly title: string | null;
  readonly fields: readonly ({
    /** The argument. What no field names follows under its own key. */
    readonly path: string;
    readonly label: string;
    /** In visible form. `(missing)`: the action has no such argument. */
    readonly value: string;
    readonly as: 'text' | 'code' | 'diff' | 'money' | 'time' | 'link';
  })[];
};
export type Vote = {
  readonly by: {
    readonly person_id: string | null;
    /** The operator who answered in the console. */
    readonly operator_id: string | null;
    readonly platform: Platform | null;
    readonly user_id: string | null;
    readonly name: string;
  };
  /** Only for a prompt with `decisions`. */
  readonly decision?: 'approve' | 'reject' | 'edit' | 'respond';
  /** The label of the option. Only for a prompt without `decisions`. */
  readonly option?: string;
  /** For how many seconds the person approves the next ones, too. Absent: only this one. */
  readonly grant_sec?: number;
  /** The words of the person. They can come after the decision of another: then they are not in a callback that was sent. */
  readonly reason: string | null;
  /** A time in UTC, as in RFC 3339. */
  readonly at: string;
  /** Null in the record of a prompt: a channel that the reading key may not see. */
  readonly channel_id: string | null;
};
export type PromptPost = {
  readonly channel_id: string;
  readonly platform: Platform;
  readonly chat_id: string;
  readonly message_id: string | null;
  /** Why the question could not be posted in this chat. Null: it was, or will be. */
  readonly failed: string | null;
  /** When the message was updated after the prompt was closed. */
  readonly closed_at: string | null;
  /** Whether this chat could not show the whole action: then no answer from it lets the action run. Only of a prompt with an `action`. */
  readonly uninspectable?: boolean;
};
export type PromptNote = {
  /** `progress`: the work goes on. `done`: it is complete. `failed`: it did not succeed. */
  readonly kind: 'progress' | 'done' | 'failed';
  readonly text: string;
  readonly url: string | null;
  /** A time in UTC, as in RFC 3339. */
  readonly at: string;
};
export type PromptCreated = {
  /** A prompt id such as `#12`. In a URL, write `%2312` or `12`. */
  readonly prompt_id: string;
  /** The number in `prompt_id`, for use in addresses. */
  readonly prompt_num: number;
  /** The path of the prompt on this gateway. The same as the header `Location`. */
  readonly url: string;
  readonly channel_id: string;
  /** Null: a rule or a standing approval answered the prompt, without a message. */
  readonly message_id: string | number | null;
  /** The digest of the action as asked. Absent: there is none. */
  readonly action_digest?: string;
  /** This and the next fields: only if a rule matches the `action`. */
  readonly state?: 'pending' | 'answered' | 'expired';
  /** Null: none was made (yet), or an option was chosen. */
  readonly decision?: Decision | null;
  /** The first rule that matched the action, as it was then. Absent: none matched. */
  readonly rule?: {
    readonly rule_id: string;
    readonly version: number;
  };
  /** The standing approval that answered the prompt. Null: none did. */
  readonly grant_id?: string | null;
  /** An earlier request has asked this prompt, and it is pending (`collapse`). Absent: this request has. */
  readonly collapsed?: true;
  /** Empty: no problem was found. */
  readonly warnings: readonly PromptWarning[];
};
export type PromptWarning = {
  /** `no_attachments`: with `allow_attachments`, the platform of the channel passes no files on. `not_answerable`: the prompt has neither `options` nor `allow_text`. `not_receiving`: the channel is failing, so that answers from the chat may not arrive. `uninspectable`: a chat cannot show the whole action. `not_posted`: the question is not in one of the `channels`. `waiting_for_window`: see the field of the prompt. `narrowed_by_rule`: the rule sets a shorter time. `rule_error`: the condition of the rule failed, so people are asked, or the prompt is denied. More codes may be added. */
  readonly code: string;
  /** What is wrong and how to fix it, in one sentence. */
  readonly message: string;
};
export type BatchCreated = {
  /** The same in the reply to a repeated request. */
  readonly batch_id: string;
  /** For each prompt, in the order of the request: the reply of `POST /v1/prompts/new`, or its error. */
  readonly results: readonly (PromptCreated | ErrorBody)[];
};
export type ErrorBody = {
  /** What is wrong and how to fix it, in one sentence. The wording can change. */
  readonly detail: string;
  readonly code: ErrorCode;
  /** Whether the same request can succeed later. */
  readonly retryable: boolean;
  /** Seconds to wait before a retry, if known. The same as the header `Retry-After`. */
  readonly retry_after_sec?: number;
  /** For `validation` errors: each invalid field, with its path and a message. */
  readonly issues?: readonly ({
    readonly path: readonly (string | number)[];
    readonly message: string;
    readonly code: string;
  })[];
  /** With `already_consumed`: when the approval was used. */
  readonly consumed_at?: string;
  /** With `already_consumed`: the key that used it, for callers who may read the prompt. */
  readonly consumed_by?: string | null;
  /** For status 500: the value of the header `X-Request-Id`, which the gateway’s log contains. */
  readonly request_id?: string;
};
export type ErrorCode = 'validation' | 'unauthenticated' | 'forbidden' | 'not_found' | 'method_not_allowed' | 'conflict' | 'channel_exists' | 'channel_not_found' | 'channel_inactive' | 'channel_wrong_type' | 'channel_not_allowed' | 'credentials_not_proven' | 'payload_too_large' | 'media_storage_full' | 'unsupported_media_type' | 'idempotency_mismatch' | 'idempotency_in_progress' | 'prompt_not_pending' | 'prompt_not_approved' | 'already_consumed' | 'approval_lapsed' | 'approval_withdrawn' | 'approval_not_withdrawable' | 'action_changed' | 'not_an_approver' | 'rate_limited' | 'too_many_open_prompts' | 'attention_exhausted' | 'too_many_notes' | 'platform_not_loaded' | 'platform_refused' | 'platform_auth' | 'platform_forbidden' | 'platform_not_found' | 'platform_rate_limited' | 'platform_unavailable' | 'window_closed' | 'unavailable' | 'outcome_unknown' | 'internal';
export type ConsumedApproval = {
  /** A prompt id such as `#12`. In a URL, write `%2312` or `12`. */
  readonly prompt_id: string;
  readonly action_digest: string;
  /** The arguments to use: after `edit` the changed ones. */
  readonly args: { readonly [name: string]: unknown } | null;
  /** A time in UTC, as in RFC 3339. */
  readonly consumed_at: string;
  /** Whether an earlier request with this `Idempotency-Key` used the approval: only its sender may run the action. */
  readonly replayed: boolean;
};
export type Message = {
  readonly id: string;
  readonly channel_id: string;
  readonly direction: 'inbound' | 'outbound';
  readonly text: string;
  readonly platform: Platform;
  readonly from_user: string | null;
  /** The display name of the sender, as the platform gave it. Null: it gave none. */
  readonly from_name: string | null;
  readonly from_id: string | null;
  /** The API key that sent it. */
  readonly api_key_id: string | null;
  /** The operator who sent it from the console. */
  readonly operator_id: string | null;
  readonly platform_message_id: string | null;
  /** The platform’s id of the thread or topic. Null: the message is in none, or it is not known. */
  readonly thread_id: string | null;
  /** The message that this one replies to: the platform’s id, or for a sent message what its sender gave. */
  readonly reply_to: string | null;
  /** `failed`: the platform accepted the message and reported later that it did not arrive. Null for inbound messages. */
  readonly status: 'sent' | 'failed' | null;
  /** The platform’s reason for `failed`, or whom of several people it could not reach. Null otherwise. */
  readonly failure: string | null;
  /** What the platform reported about the message. Null: the platform does not report it, or the message is inbound. */
  readonly delivery_state: 'accepted' | 'delivered' | 'read' | 'failed' | null;
  /** A time in UTC, as in RFC 3339. */
  readonly created_at: string;
};
export type SentMessage = {
  readonly id: string;
  readonly channel_id: string;
  readonly direction: 'inbound' | 'outbound';
  readonly text: string;
  readonly platform: Platform;
  readonly from_user: string | null;
  /** The display name of the sender, as the platform gave it. Null: it gave none. */
  readonly from_name: string | null;
  readonly from_id: string | null;
  /** The API key that sent it. */
  readonly api_key_id: string | null;
  /** The operator who sent it from the console. */
  readonly operator_id: string | null;
  readonly platform_message_id: string | null;
  /** The platform’s id of the thread or topic. Null: the message is in none, or it is not known. */
  readonly thread_id: string | null;
  /** The message that this one replies to: the platform’s id, or for a sent message what its sender gave. */
  readonly reply_to: string | null;
  readonly status: 'sent';
  /** The platform’s reason for `failed`, or whom of several people it could not reach. Null otherwise. */
  readonly failure: string | null;
  /** What the platform reported about the message. Null: the platform does not report it, or the message is inbound. */
  readonly delivery_state: 'accepted' | 'delivered' | 'read' | 'failed' | null;
  /** A time in UTC, as in RFC 3339. */
  readonly created_at: string;
  readonly message_id: string;
  readonly stored: true;
} | {
  readonly status: 'sent';
  /** The text was posted but not stored: because of zero retention, or because storing failed after posting. Do not send it again. */
  readonly stored: false;
  readonly channel_id: string;
  readonly text: string;
  readonly direction: 'outbound';
  readonly platform_message_id: string | null;
};
export type Channel = {
  readonly channel_id: string;
  readonly platform: Platform;
  readonly target_chat_id: string;
  readonly channel_type: 'MESSAGE' | 'PROMPT';
  readonly is_active: boolean;
  /** When the person has not written within `limits.reply_window_ms` of the platform: `refuse` the post with `window_closed`; post it in the way that the platform allows then and may charge for (`direct`); or post `window_template`, whose button shows the question (`template`; messages are refused). `GET /v1/platforms` lists the choices of each platform. */
  readonly outside_window: 'refuse' | 'template' | 'direct';
  /** Who may answer prompts of the channel. Null or absent: anybody in the chat. Absent with `policy` where the channel has neither. */
  readonly approvers?: readonly Approver[] | null;
  /** The policy of the channel’s prompts. Null or absent: none. */
  readonly policy?: string | null;
  /** Whether questions that are asked here first end with a link to the prompt in the console, in all their chats, and their callbacks have `prompt_url`. Only on a PROMPT channel, and needs `PUBLIC_WEBHOOK_URL`. */
  readonly prompt_links: boolean;
  /** How many open prompts one API key may have in the channel. Null or absent: no limit. */
  readonly max_open_per_key?: number | null;
  /** How many open prompts of the channel may wait for one person: those whose list names the person, alone or in a group. One key may hold half of it, and always one. Null or absent: no limit. */
  readonly max_open_per_person?: number | null;
  readonly window_template: {
    readonly name: string;
    readonly language: string;
  } | null;
  /** Receives the channel’s events. Shown without user and password to readers without `channels:write`. */
  readonly callback_url: string | null;
  readonly credentials_set_by: CredentialsSetBy | null;
  /** Whether the credentials and the chat were last set with `people:write`, by an operator, by the configuration file or while authentication was off. Only such a channel can be used with approvers or a policy. */
  readonly credentials_proven: boolean;
  /** The configuration file that owns the record, without its folder. Only the file changes the record; other changes are refused with 409. Absent: no file owns it. */
  readonly managed_by?: string;
  /** A time in UTC, as in RFC 3339. */
  readonly created_at: string;
  /** A time in UTC, as in RFC 3339. */
  readonly updated_at: string;
  readonly health: {
    /** `ok`: the platform accepted the credentials, a test succeeded, or a message was delivered; on a MESSAGE channel also that a message was received. `unknown`: none of these has happened yet. `failing`: the account cannot be connected, the latest test failed, the platform refused the latest post for good, or its approvers and policy refuse every prompt. `inactive`: the channel is unregistered. */
    readonly state: 'unknown' | 'ok' | 'failing' | 'inactive';
    /** What is wrong and how to fix it. With `ok`: what the platform withholds, for example the texts of messages. */
    readonly detail: string | null;
    readonly since: string | null;
    readonly last_inbound_at: string | null;
    readonly last_outbound_at: string | null;
    readonly proofs: ChannelProofs;
  };
  /** The last seven days in periods of six hours, oldest first, without periods in which nothing happened. In lists only with `traffic=true`. */
  readonly traffic?: readonly ChannelTraffic[];
};
/** Who set the credentials or the chat last: an API key, an operator, a configuration file, or a request while authentication was off (`open`). Null: an earlier version, which did not record it. */
export type CredentialsSetBy = {
  readonly kind: 'key' | 'operator' | 'open' | 'file';
  readonly id: string | null;
  readonly name: string | null;
  /** A time in UTC, as in RFC 3339. */
  readonly at: string;
};
/** What traffic has proven since the credentials or the chat were last set. Null: not proven yet. */
export type ChannelProofs = {
  /** The latest post to the chat that the platform accepted. */
  readonly asked: {
    /** A time in UTC, as in RFC 3339. */
    readonly at: string;
    /** The prompt that it was about. Null: none, or the reader is not an operator who may read prompts. */
    readonly prompt_id: string | null;
  } | null;
  /** The latest answer of a person to a prompt that arrived from the chat. Answers in the console, by a link or by a rule do not count. Null while `credentials_proven` is false. */
  readonly answered: {
    /** A time in UTC, as in RFC 3339. */
    readonly at: string;
    /** The prompt that it was about. Null: none, or the reader is not an operator who may read prompts. */
    readonly prompt_id: string | null;
  } | null;
  /** The latest event from the chat. Null while `credentials_proven` is false. */
  readonly received: {
    /** A time in UTC, as in RFC 3339. */
    readonly at: string;
    /** The prompt that it was about. Null: none, or the reader is not an operator who may read prompts. */
    readonly prompt_id: string | null;
  } | null;
};
export type ChannelTraffic = {
  /** The begin of six hours: 0, 6, 12 or 18 o’clock in UTC. */
  readonly from: string;
  /** Posts that the platform accepted. */
  readonly asked: number;
  /** Answers of people to prompts, from the chat. */
  readonly answered: number;
  /** Events from the chat. */
  readonly received: number;
  /** Attempts to post that failed, and posts that the platform reported as failed later. */
  readonly refused: number;
};
export type PromptAnswered = {
  readonly type: 'prompt.answered';
  /** The same on every attempt. Deduplicate by it. */
  readonly event_id: string;
  /** A prompt id such as `#12`. In a URL, write `%2312` or `12`. */
  readonly prompt_id: string;
  readonly prompt_num: number;
  readonly channel_id: string;
  readonly platform: Platform;
  /** Null: a rule or a standing approval answered the prompt, without a message. */
  readonly chat_id: string | null;
  readonly correlation_id: string | null;
  /** The prompt in the console. Absent unless `prompt_links` was on in its channel when it was asked. */
  readonly prompt_url?: string;
  readonly state: 'answered';
  readonly answer: {
    readonly type: 'option' | 'text';
    readonly value: string;
    /** The digest of the action with the arguments to use. Null: there are none to use. Absent: the prompt has no `action`. */
    readonly action_digest?: string | null;
    /** The files that the person sent with the answer. Absent: the prompt has no `allow_attachments`. */
    readonly attachments?: readonly AnswerAttachment[];
  } | Decision;
  /** A time in UTC, as in RFC 3339. */
  readonly answered_at: string;
  /** Null: the policy decided when the time was over, or a rule or a standing approval did. */
  readonly answered_by: {
    readonly id: string;
    /** The user name on the platform, otherwise the display name, which the person chooses: identify people by `id`. Null: the person has neither. */
    readonly username: string | null;
  } | null;
  /** The votes that count. With `decided_by`, only for a prompt with a policy. */
  readonly votes?: readonly Vote[];
  /** With `votes`, for a prompt with a policy; also where a rule or a standing approval decided. */
  readonly decided_by?: 'person' | 'policy' | 'rule' | 'grant';
  /** The rule that decided, or that offered the standing approval. Absent: a person or the policy decided. */
  readonly rule?: {
    readonly rule_id: string;
    readonly version: number;
  };
  /** The standing approval that decided. Absent: none did. */
  readonly grant_id?: string;
};
export type PromptExpired = {
  readonly type: 'prompt.expired';
  /** The same on every attempt. Deduplicate by it. */
  readonly event_id: string;
  /** A prompt id such as `#12`. In a URL, write `%2312` or `12`. */
  readonly prompt_id: string;
  readonly prompt_num: number;
  readonly channel_id: string;
  readonly platform: Platform;
  /** Null: a rule or a standing approval answered the prompt, without a message. */
  readonly chat_id: string | null;
  readonly correlation_id: string | null;
  /** The prompt in the console. Absent unless `prompt_links` was on in its channel when it was asked. */
  readonly prompt_url?: string;
  readonly state: 'expired';
  readonly closed_reason: 'ttl' | 'cancelled' | 'undeliverable';
  /** The platform’s reason for `undeliverable`. Null otherwise. */
  readonly closed_detail: string | null;
  /** A time in UTC, as in RFC 3339. */
  readonly expired_at: string;
};
export type PromptWithdrawn = {
  readonly type: 'prompt.withdrawn';
  /** The same on every attempt. Deduplicate by it. */
  readonly event_id: string;
  /** A prompt id such as `#12`. In a URL, write `%2312` or `12`. */
  readonly prompt_id: string;
  readonly prompt_num: number;
  readonly channel_id: string;
  readonly platform: Platform;
  /** Null: a rule or a standing approval answered the prompt, without a message. */
  readonly chat_id: string | null;
  readonly correlation_id: string | null;
  /** The prompt in the console. Absent unless `prompt_links` was on in its channel when it was asked. */
  readonly prompt_url?: string;
  readonly state: 'answered';
  /** The digest in the answer that was taken back. */
  readonly action_digest: string | null;
  /** A time in UTC, as in RFC 3339. */
  readonly withdrawn_at: string;
  readonly withdrawn_by: {
    readonly id: string;
    /** The user name on the platform, otherwise the display name, which the person chooses: identify people by `id`. Null: the person has neither. */
    readonly username: string | null;
  };
};
export type MessageCreated = {
  readonly type: 'message.created';
  readonly platform: Platform;
  readonly channel_id: string;
  readonly from: string;
  readonly text: string;
  readonly event_id: string;
  /** Null: the message is not stored (zero retention). */
  readonly message_id: string | null;
  /** The number of the inbound message in its channel: 1, 2, 3 and so on, without gaps. */
  readonly seq: number;
  /** Null: the platform does not provide it. */
  readonly platform_message_id: string | null;
  /** The thread or topic of the text, for `thread_id` of `POST /v1/messages/send`. Null: it is in none. */
  readonly thread_id: string | null;
  /** A time in UTC, as in RFC 3339. */
  readonly created_at: string;
  readonly sender: {
    readonly id: string;
    /** The user name on the platform, otherwise the display name, which the person chooses: identify people by `id`. Null: the person has neither. */
    readonly username: string | null;
  };
};
export type GatewayTest = {
  readonly type: 'gateway.test';
  readonly event_id: string;
  /** A time in UTC, as in RFC 3339. */
  readonly created_at: string;
};
/** The parsed `data` of an event of `GET /v1/events`. */
export type StreamEvent = ({
  readonly type: 'prompt.created';
}) & (Prompt | RemovedRecord) | ({
  readonly type: 'prompt.shown';
}) & (Prompt | RemovedRecord) | ({
  readonly type: 'prompt.answered';
}) & (Prompt | RemovedRecord) | ({
  readonly type: 'prompt.expired';
}) & (Prompt | RemovedRecord) | ({
  readonly type: 'prompt.voted';
}) & (Prompt | RemovedRecord) | ({
  readonly type: 'prompt.escalated';
}) & (Prompt | RemovedRecord) | ({
  readonly type: 'prompt.reminded';
}) & (Prompt | RemovedRecord) | ({
  readonly type: 'prompt.noted';
}) & (Prompt | RemovedRecord) | ({
  readonly type: 'prompt.taken';
}) & (Prompt | RemovedRecord) | ({
  readonly type: 'prompt.released';
}) & (Prompt | RemovedRecord) | ({
  readonly type: 'prompt.consumed';
}) & (Prompt | RemovedRecord) | ({
  readonly type: 'prompt.withdrawn';
}) & (Prompt | RemovedRecord) | ({
  readonly type: 'message.created';
}) & (Message | UnkeptMessage | RemovedRecord) | ({
  readonly type: 'message.sent';
}) & (Message | RemovedRecord) | ({
  readonly type: 'message.failed';
}) & (Message | RemovedRecord) | ({
  readonly type: 'delivery.updated';
}) & (Delivery | RemovedRecord) | ({
  readonly type: 'delivery.receiver_failing';
}) & (Receiver) | ({
  readonly type: 'delivery.receiver_recovered';
}) & (Receiver) | ({
  readonly type: 'delivery.receiver_paused';
}) & (Receiver) | ({
  readonly type: 'delivery.receiver_resumed';
}) & (Receiver) | ({
  readonly type: 'channel.updated';
}) & (Channel | RemovedRecord) | StreamGap | StreamHeartbeat;
export type RemovedRecord = {
  readonly id: string;
  readonly deleted: true;
};
export type UnkeptMessage = {
  readonly id: null;
  readonly channel_id: string;
  readonly stored: false;
};
export type Delivery = {
  readonly id: string;
  /** The same on every attempt. */
  readonly event_id: string;
  readonly event_type: string;
  readonly state: 'pending' | 'delivered' | 'dead';
  readonly channel_id: string;
  readonly prompt_id: string | null;
  readonly message_id: string | null;
  /** The callback address, without user and password. */
  readonly url: string;
  readonly attempt_count: number;
  /** Null while an attempt is in progress, and when the callback is delivered or dead. */
  readonly next_attempt_at: string | null;
  readonly last_status: number | null;
  readonly last_error: string | null;
  /** A time in UTC, as in RFC 3339. */
  readonly created_at: string;
  readonly delivered_at: string | null;
  readonly dead_at: string | null;
};
export type Receiver = {
  /** Scheme, host and port of the callback addresses. */
  readonly destination: string;
  /** What people call it. Null: it has no name. */
  readonly name: string | null;
  readonly state: 'failing' | 'ok';
  /** Time of the first failed attempt since the last success. Null: not failing. */
  readonly failing_since: string | null;
  /** Failed attempts since then. */
  readonly failed_attempts: number;
  readonly last_failed_at: string | null;
  readonly last_status: number | null;
  readonly last_error: string | null;
  /** When `delivery.receiver_failing` was sent. Null: it was not sent, or the receiver is not failing. */
  readonly reported_at: string | null;
  /** Since when no attempts are made, in any state. Null: not paused. */
  readonly paused_at: string | null;
  /** The name of the operator or key that paused it. */
  readonly paused_by: string | null;
};
export type StreamGap = {
  readonly type: 'stream.gap';
  /** The id that the reader sent. */
  readonly last_event_id: string;
};
export type StreamHeartbeat = {
  readonly type: 'heartbeat';
};
