import { groupRoutes, listRecentAccounts, personRoutes } from '@gateway/contract';
import type { Gateway } from '@gateway/core';
import { endpoint, type Endpoint } from '../endpoint.js';
import { recordEndpoints } from '../record-endpoints.js';
import { camel } from '../records/field-names.js';
import { groupRecord, personChange, personInput, personRecord, recentAccount } from '../records/person.js';

/** The people who may answer, and their groups. */
export function peopleRoutes(gateway: Gateway): Endpoint[] {
  const { people, groups } = gateway;
  return [
    // Before the route of one person, which its path matches, too.
    endpoint(listRecentAccounts, async ({ principal }) => (await people.recentAccounts(principal)).map(recentAccount)),
    ...recordEndpoints(gateway, personRoutes, {
      list: (principal, page, { operator_id: operatorId }) =>
        people.list(principal, operatorId === undefined ? {} : { operatorId }, page),
      get: (principal, id) => people.get(principal, id),
      create: (principal, body) => people.create(principal, personInput(body)),
      update: (principal, id, body) => people.update(principal, id, personChange(body)),
      remove: (principal, id) => people.delete(principal, id),
      warnsOf: ['update', 'remove'],
      record: personRecord,
    }),
    ...recordEndpoints(gateway, groupRoutes, {
      list: (principal, page) => groups.list(principal, page),
      get: (principal, id) => groups.get(principal, id),
      create: (principal, body) => groups.create(principal, camel(body)),
      update: (principal, id, { name, members }) => groups.update(principal, id, { name, members }),
      remove: (principal, id) => groups.delete(principal, id),
      warnsOf: ['update'],
      record: groupRecord,
    }),
  ];
}
