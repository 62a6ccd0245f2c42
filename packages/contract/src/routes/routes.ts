import * as approvals from '../prompts/approvals.js';
import * as audit from '../service/audit.js';
import { testCallback } from '../deliveries/test-callback.js';
import * as channelTests from '../channels/channel-tests.js';
import * as channels from '../channels/channels.js';
import * as checks from '../channels/checks.js';
import * as conversations from '../channels/conversations.js';
import * as deliveries from '../deliveries/deliveries.js';
import * as events from '../deliveries/events.js';
import * as recordExports from '../service/exports.js';
import * as grants from '../people/grants.js';
import * as groups from '../people/groups.js';
import * as health from '../service/health.js';
import * as hooks from '../deliveries/hooks.js';
import * as keys from '../operators/keys.js';
import * as media from '../channels/media.js';
import * as messages from '../channels/messages.js';
import * as notifications from '../operators/notifications.js';
import * as oneTimeLinks from '../operators/one-time-links.js';
import * as operatorSessions from '../operators/operator-sessions.js';
import * as operators from '../operators/operators.js';
import * as passkeys from '../operators/passkeys.js';
import * as people from '../people/people.js';
import * as platforms from '../channels/platforms.js';
import * as policies from '../people/policies.js';
import * as recentAccounts from '../people/recent-accounts.js';
import * as rules from '../people/rules.js';
import * as ruleTrials from '../people/rule-trials.js';
import * as promptAnswer from '../prompts/prompt-answer.js';
import * as promptAnswerers from '../prompts/prompt-answerers.js';
import * as promptBatch from '../prompts/prompt-batch.js';
import * as promptList from '../prompts/prompt-list.js';
import * as prompts from '../prompts/prompts.js';
import * as receivers from '../deliveries/receivers.js';
import * as sandbox from '../channels/sandbox.js';
import * as savedViews from '../operators/saved-views.js';
import * as search from '../service/search.js';
import * as secondFactor from '../operators/second-factor.js';
import * as session from '../operators/session.js';
import * as alerts from '../service/alerts.js';
import * as settings from '../service/settings.js';
import * as statistics from '../service/statistics.js';
import * as promptStatistics from '../service/prompt-statistics.js';
import * as status from '../service/status.js';
import * as taking from '../prompts/taking.js';
import type { Route } from './route.js';

/** Every route of the API, in the order of the documentation. */
export const routes = [
  prompts.createPrompt,
  promptBatch.createBatch,
  promptList.listPrompts,
  promptList.countPrompts,
  promptList.countWaitingPrompts,
  recordExports.exportPrompts,
  prompts.getPrompt,
  prompts.cancelPrompt,
  promptAnswer.takeAnswer,
  prompts.createPromptNote,
  approvals.consumeApproval,
  approvals.withdrawApproval,
  taking.takePrompt,
  taking.releasePrompt,
  taking.handOverPrompt,
  taking.escalatePrompt,
  promptAnswerers.getPromptAnswerers,
  promptAnswer.answerPrompt,
  media.getPromptFile,
  media.getPromptMedia,
  channels.createChannel,
  channels.listChannels,
  channels.getChannel,
  channels.updateChannel,
  channels.deleteChannel,
  channelTests.testChannel,
  channelTests.testNewChannel,
  channelTests.findChats,
  testCallback,
  platforms.listPlatforms,
  messages.sendMessage,
  messages.listMessages,
  recordExports.exportMessages,
  messages.getMessage,
  conversations.listConversations,
  events.streamEvents,
  hooks.claudeCodeHook,
  deliveries.listDeliveries,
  recordExports.exportDeliveries,
  deliveries.getDelivery,
  deliveries.retryDelivery,
  deliveries.retryDeliveries,
  deliveries.createDeliveryCurl,
  receivers.listReceivers,
  receivers.getReceiver,
  receivers.updateReceiver,
  receivers.pauseReceiver,
  receivers.resumeReceiver,
  receivers.retryReceiver,
  people.createPerson,
  people.listPeople,
  recentAccounts.listRecentAccounts,
  people.getPerson,
  people.updatePerson,
  people.deletePerson,
  groups.createGroup,
  groups.listGroups,
  groups.getGroup,
  groups.updateGroup,
  groups.deleteGroup,
  policies.createPolicy,
  policies.listPolicies,
  policies.getPolicy,
  policies.updatePolicy,
  policies.deletePolicy,
  rules.createRule,
  rules.listRules,
  rules.getRule,
  rules.updateRule,
  rules.deleteRule,
  rules.orderRules,
  ruleTrials.tryRules,
  ruleTrials.replayRules,
  grants.listGrants,
  grants.getGrant,
  grants.endGrant,
  keys.createKey,
  keys.listKeys,
  keys.getKey,
  keys.revokeKey,
  keys.rollKey,
  search.search,
  settings.getSettings,
  settings.updateSettings,
  settings.previewSettings,
  alerts.getAlerts,
  alerts.updateAlerts,
  status.getStatus,
  statistics.getStatistics,
  promptStatistics.getPromptStatistics,
  audit.listAudit,
  recordExports.exportAudit,
  media.getHostedFile,
  health.getHealth,
  health.getReadiness,
  health.getMetrics,
] as const satisfies readonly Route[];

/** Routes that only the console calls, with an operator's session. They are not part of the API for agents. */
export const consoleRoutes = [
  session.getSession,
  operators.setUp,
  operators.signIn,
  operators.signOut,
  operators.changePassword,
  operators.listSessions,
  operators.revokeSession,
  operators.signOutEverywhere,
  operators.listOperators,
  operators.updateOperator,
  operators.removeOperator,
  operatorSessions.listOperatorSessions,
  operatorSessions.endOperatorSession,
  operatorSessions.endOperatorSessions,
  oneTimeLinks.createPasswordLink,
  oneTimeLinks.listInvitations,
  oneTimeLinks.createInvitation,
  oneTimeLinks.revokeInvitation,
  oneTimeLinks.readLink,
  oneTimeLinks.acceptInvitation,
  oneTimeLinks.resetPassword,
  secondFactor.enterCode,
  secondFactor.getSecondFactors,
  secondFactor.startAuthenticator,
  secondFactor.addAuthenticator,
  secondFactor.removeAuthenticator,
  secondFactor.linkProvider,
  secondFactor.createRecoveryCodes,
  secondFactor.resetSecondFactor,
  passkeys.requestPasskey,
  passkeys.signInWithPasskey,
  passkeys.startPasskey,
  passkeys.addPasskey,
  passkeys.renamePasskey,
  passkeys.removePasskey,
  notifications.getNotifications,
  notifications.updateNotifications,
  notifications.addNotificationDevice,
  notifications.removeNotificationDevice,
  notifications.testNotificationDevice,
  savedViews.listSavedViews,
  savedViews.saveView,
  savedViews.renameSavedView,
  savedViews.deleteSavedView,
  conversations.readConversation,
  operators.getSigningSecret,
  checks.runChecks,
  sandbox.getSandbox,
  sandbox.startSandbox,
  sandbox.pressInSandbox,
  sandbox.writeInSandbox,
] as const satisfies readonly Route[];
