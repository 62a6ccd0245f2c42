import type { AttemptsOn } from './attempts.js';

const hook = {
  session_id: 's',
  hook_event_name: 'PermissionRequest',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
};

/** On prompts, messages, deliveries and what is made of them. */
export const recordAttempts: AttemptsOn = ({ other, shared }) => {
  const question = { text: 'Mine?', options: ['Yes'] };
  const decision = { text: 'Mine?', decisions: ['approve'] };
  const filters = [
    '',
    '&channel_id=vault-ask',
    '&q=opal',
    '&correlation_id=opal-correlation',
    '&answered_by=person:alan',
  ];
  return {
    createPrompt: [
      [403, '/v1/prompts/new', { ...question, channel_id: other.ask }],
      [403, '/v1/prompts/new', question],
      [403, '/v1/prompts/new', { ...question, channels: ['approvals', other.ask] }],
      [403, '/v1/prompts/new', { ...decision, channel_id: 'approvals', policy: other.policy }],
      [200, '/v1/prompts/new', { ...decision, channel_id: 'approvals', policy: 'free' }],
      [403, '/v1/prompts/new', { ...decision, action: { name: 'guarded' } }],
      [403, '/v1/prompts/new', { ...decision, action: { name: 'guarded' }, channel_id: 'approvals' }],
    ],
    createBatch: [
      [200, '/v1/prompts/batch', { prompts: [{ ...question, channel_id: other.ask }, question] }],
      [200, '/v1/prompts/batch', { prompts: [{ ...decision, channel_id: 'approvals', policy: other.policy }] }],
    ],
    listPrompts: [
      ...filters.map((filter) => [200, `/v1/prompts?state=all${filter}`] as const),
      [200, `/v1/prompts?ids=${other.answered},${other.pending},${shared}&wait=1`],
      [200, '/v1/prompts?waiting_for=alan'],
      [200, '/v1/prompts?order=ends_soonest'],
    ],
    exportPrompts: filters.flatMap((filter) => [
      [200, `/v1/prompts/export?format=csv${filter}`] as const,
      [200, `/v1/prompts/export?format=ndjson${filter}`] as const,
    ]),
    getPrompt: [
      [404, `/v1/prompts/${other.answered}`],
      [404, `/v1/prompts/${other.pending}`],
      [404, `/v1/prompts/${other.pending}?wait=1`],
      [200, `/v1/prompts/${shared}`],
    ],
    cancelPrompt: [
      [404, `/v1/prompts/${other.pending}/cancel`],
      [404, `/v1/prompts/${other.answered}/cancel`],
    ],
    consumeApproval: [[404, `/v1/prompts/${other.answered}/consume`, { action: { name: 'deploy' } }]],
    createPromptNote: [[404, `/v1/prompts/${other.answered}/notes`, { kind: 'done', text: 'Deployed.' }]],
    listGrants: [
      [200, '/v1/grants'],
      [200, '/v1/grants?state=active'],
    ],
    getGrant: [[404, `/v1/grants/${other.grant}`]],
    endGrant: [[404, `/v1/grants/${other.grant}`]],
    takeAnswer: [[404, `/v1/prompts/${other.answered}/take-answer`]],
    sendMessage: [
      [403, '/v1/messages/send', { channel_id: other.talk, text: 'Hello' }],
      [400, '/v1/messages/send', { channel_id: 'talk', text: 'Hello', reply_to: other.message }],
    ],
    listMessages: [
      [200, '/v1/messages'],
      [200, `/v1/messages?channel_id=${other.talk}`],
      [200, '/v1/messages?q=opal'],
      [400, `/v1/messages?around=${other.message}`],
    ],
    exportMessages: [
      [200, '/v1/messages/export?format=csv'],
      [200, `/v1/messages/export?format=ndjson&channel_id=${other.talk}`],
    ],
    listConversations: [
      [200, '/v1/conversations'],
      [200, '/v1/conversations?waiting=true'],
      [200, `/v1/conversations?channel_id=${other.talk}`],
      [200, '/v1/conversations?q=vault'],
    ],
    getMessage: [[404, `/v1/messages/${other.message}`]],
    streamEvents: [
      [200, ''],
      [200, '?channel_id=vault-ask,vault-talk,approvals'],
      [200, '?correlation_id=opal-correlation,own'],
    ],
    claudeCodeHook: [
      [403, `/v1/hooks/claude-code?channel=${other.ask}`, hook],
      [403, '/v1/hooks/claude-code', hook],
    ],
    listDeliveries: [
      [200, '/v1/deliveries'],
      [200, `/v1/deliveries?channel_id=${other.ask}`],
      [200, `/v1/deliveries?prompt_id=${other.answered}`],
    ],
    exportDeliveries: [
      [200, '/v1/deliveries/export?format=csv'],
      [200, `/v1/deliveries/export?format=ndjson&prompt_id=${other.answered}`],
    ],
    getDelivery: [[404, `/v1/deliveries/${other.delivery}`]],
    retryDelivery: [[404, `/v1/deliveries/${other.delivery}/retry`]],
    retryDeliveries: [
      [403, '/v1/deliveries/retry', { channel_id: other.ask }],
      [200, '/v1/deliveries/retry', { ids: [other.delivery] }],
      [200, '/v1/deliveries/retry', { dry_run: true }],
      [200, '/v1/deliveries/retry', {}],
    ],
    listReceivers: [
      [200, '/v1/receivers'],
      [200, '/v1/receivers?state=all'],
    ],
    getReceiver: [[404, `/v1/receivers/${other.receiver}`]],
    updateReceiver: [[404, `/v1/receivers/${other.receiver}`, { name: 'Vault' }]],
    pauseReceiver: [[404, `/v1/receivers/${other.receiver}/pause`]],
    resumeReceiver: [[404, `/v1/receivers/${other.receiver}/resume`]],
    retryReceiver: [[404, `/v1/receivers/${other.receiver}/retry`, {}]],
    search: ['opal', 'vault', 'Opal', String(other.answered), other.delivery, other.message, other.chatId].map(
      (text) => [200, `/v1/search?q=${text}`] as const,
    ),
    listAudit: [
      [200, '/v1/audit'],
      [200, `/v1/audit?resource_id=${other.ask}`],
      [200, `/v1/audit?resource_id=${other.delivery}`],
    ],
    exportAudit: [[200, '/v1/audit/export?format=ndjson']],
    getStatus: [[200, '/v1/status']],
    getStatistics: [[200, '/v1/statistics']],
    getPromptStatistics: [[200, '/v1/statistics/prompts']],
  };
};
