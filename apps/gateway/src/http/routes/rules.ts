import { orderRules, replayRules, ruleRoutes as declaredRoutes, tryRules } from '@gateway/contract';
import { placeOf, ruleInput, type Gateway } from '@gateway/core';
import { endpoint, type Endpoint } from '../endpoint.js';
import { recordEndpoints } from '../record-endpoints.js';
import { ruleFailed } from '../records/prompt.js';
import { draftOf, ruleChange, ruleRecord } from '../records/rule.js';
import { snake } from '../records/field-names.js';

/** The rules that say which action needs whom. */
export function ruleRoutes(gateway: Gateway): Endpoint[] {
  const { rules, managed } = gateway;
  return [
    ...recordEndpoints(gateway, declaredRoutes, {
      list: (principal, page) => rules.list(principal, page),
      get: (principal, id) => rules.get(principal, id),
      create: (principal, body) => rules.create(principal, ruleInput(body)),
      update: (principal, id, body) => rules.update(principal, id, ruleChange(body)),
      remove: (principal, id) => rules.delete(principal, id),
      warnsOf: ['create', 'update'],
      placeOf,
      record: ruleRecord,
    }),
    endpoint(orderRules, async ({ principal, body }) => {
      const rows = await rules.order(principal, body.rule_ids);
      const files = await managed.files(principal);
      return rows.map((row) => ruleRecord(row, files, principal));
    }),
    endpoint(tryRules, async ({ principal, body }) => {
      const { action, key_id: keyId = null, channel_id: channelId = null } = body;
      const tried = await rules.try(principal, { action, keyId, channelId, draft: draftOf(body) });
      const { rule, text, drawn, grant, error } = tried;
      return {
        rule: rule && snake(rule, 'ruleId', 'version'),
        ...snake(tried, 'verdict', 'reason'),
        question: { text, drawn, grant },
        warnings: error === null ? [] : [ruleFailed(error)],
      };
    }),
    endpoint(replayRules, async ({ principal, body }) => {
      const replayed = await rules.compare(principal, { days: body.days, draft: draftOf(body) });
      return { ...snake(replayed, 'actions', 'isComplete', 'then', 'now'), changed: [...replayed.changed] };
    }),
  ];
}
