import type { AttemptsOn } from './attempts.js';

/** On channels, people, policies, keys and settings. */
export const settingsAttempts: AttemptsOn = ({ other, ada }) => {
  const credentials = { bot_token: other.botToken };
  const channel = { platform: 'telegram', channel_type: 'PROMPT', target_chat_id: other.chatId, credentials };
  const steps = [{ after_sec: 1, channels: [other.ask] }];
  const rule = { actions: ['guarded'], then: { channels: [other.ask] } };
  return {
    createChannel: [
      [403, '/v1/channels/new', { ...channel, channel_id: other.ask }],
      [403, '/v1/channels/new', { ...channel, channel_id: 'another' }],
    ],
    listChannels: ['', '?q=vault', '?platform=telegram', '?health=failing'].map((query) => [
      200,
      `/v1/channels${query}`,
    ]),
    getChannel: [[404, `/v1/channels/${other.ask}`]],
    updateChannel: [
      [403, `/v1/channels/${other.ask}`, { approvers: null, policy: null }],
      [403, `/v1/channels/${other.talk}`, { callback_url: 'http://127.0.0.1:9/mine' }],
      [403, '/v1/channels/approvals', { policy: other.policy }],
    ],
    deleteChannel: [[403, `/v1/channels/${other.ask}`]],
    testChannel: [[403, `/v1/channels/${other.ask}/test`]],
    testNewChannel: [[200, '/v1/channels/test', { platform: 'telegram', target_chat_id: String(ada.id), credentials }]],
    findChats: [[200, '/v1/channels/chats', { platform: 'telegram', credentials }]],
    testCallback: [[200, '/v1/channels/test-callback', { callback_url: 'http://127.0.0.1:9/mine' }]],
    listPlatforms: [[200, '/v1/platforms']],
    createPerson: [[403, '/v1/people/new', { person_id: 'mine', name: 'Mine', groups: ['judges'] }]],
    listPeople: [[200, '/v1/people']],
    getPerson: [[200, '/v1/people/alan']],
    updatePerson: [[403, '/v1/people/alan', { identities: [] }]],
    deletePerson: [[403, '/v1/people/alan']],
    createGroup: [[403, '/v1/groups/new', { group_id: 'mine', name: 'Mine', members: [] }]],
    listGroups: [[200, '/v1/groups']],
    getGroup: [[200, '/v1/groups/judges']],
    updateGroup: [[403, '/v1/groups/judges', { members: [] }]],
    deleteGroup: [[403, '/v1/groups/judges']],
    createPolicy: [[403, '/v1/policies/new', { policy_id: 'mine', name: 'Mine', steps }]],
    listPolicies: [[200, '/v1/policies']],
    getPolicy: [[200, `/v1/policies/${other.policy}`]],
    updatePolicy: [
      [403, `/v1/policies/${other.policy}`, { approvals: 1 }],
      [403, '/v1/policies/free', { steps }],
    ],
    deletePolicy: [[403, `/v1/policies/${other.policy}`]],
    createRule: [[403, '/v1/rules/new', { ...rule, rule_id: 'mine' }]],
    listRules: [[200, '/v1/rules']],
    getRule: [[200, '/v1/rules/guard']],
    updateRule: [[403, '/v1/rules/guard', { then: { channels: null } }]],
    deleteRule: [[403, '/v1/rules/guard']],
    orderRules: [[403, '/v1/rules/order', { rule_ids: ['guard'] }]],
    tryRules: [
      [403, '/v1/rules/try', { action: { name: 'guarded' } }],
      [403, '/v1/rules/try', { action: { name: 'guarded' }, rule: { ...rule, rule_id: 'guard' } }],
    ],
    replayRules: [[403, '/v1/rules/replay', {}]],
    createKey: [
      [403, '/v1/keys/new', { name: 'own', scopes: ['prompts:read'] }],
      [403, '/v1/keys/new', { name: 'own', scopes: ['prompts:read'], channels: ['approvals', other.ask] }],
    ],
    listKeys: [[200, '/v1/keys']],
    getKey: [[404, `/v1/keys/${other.key}`]],
    revokeKey: [[403, `/v1/keys/${other.key}`]],
    rollKey: [[403, `/v1/keys/${other.key}/roll`, { grace_sec: 0 }]],
    getSettings: [[200, '/v1/settings']],
    updateSettings: [[403, '/v1/settings', { prompts_retention_enabled: true, prompts_retention_days: 1 }]],
    previewSettings: [[403, '/v1/settings/preview', { prompts_retention_enabled: true, prompts_retention_days: 1 }]],
    getAlerts: [[403, '/v1/alerts']],
    updateAlerts: [[403, '/v1/alerts', { channel_id: other.ask }]],
    runChecks: [[403, '/console/session/checks']],
    getSandbox: [[200, '/console/session/sandbox']],
    startSandbox: [[403, '/console/session/sandbox', { channel_id: 'vault-more' }]],
    pressInSandbox: [
      [403, '/console/session/sandbox/press', { channel_id: 'vault-play', message_id: '1', button_id: '1' }],
    ],
    writeInSandbox: [[403, '/console/session/sandbox/write', { channel_id: 'vault-play', text: 'ID:#1 Yes' }]],
  };
};
