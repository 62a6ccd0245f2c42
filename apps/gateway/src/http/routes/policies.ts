import {
  createPolicy,
  deletePolicy,
  getPolicy,
  limits,
  listPolicies,
  updatePolicy,
  type PolicyRecord,
} from '@gateway/contract';
import { stepsWithin, type FileOf, type Gateway, type PolicyRow, type Principal } from '@gateway/core';
import { endpoint, type Endpoint } from '../endpoint.js';
import { listPage, withNext } from '../paging.js';
import { changed } from '../records/changed.js';
import { managedBy } from '../records/managed.js';

/** The policies by which people decide. */
export function policyRoutes({ policies, managed, withWarnings }: Gateway): Endpoint[] {
  return [
    endpoint(createPolicy, async ({ principal, body: { policy_id, name, ...rules } }) =>
      policyRecord(
        await policies.create(principal, { policyId: policy_id, name, rules }),
        principal,
        await managed.files(principal),
      ),
    ),
    endpoint(listPolicies, async ({ principal, query, target }) => {
      const { limit = limits.listDefault, cursor } = query;
      const rows = await policies.list(principal, listPage(limit, cursor));
      const files = await managed.files(principal);
      return withNext(
        rows.map((row) => policyRecord(row, principal, files)),
        { target, limit, last: rows.at(-1)?.seq },
      );
    }),
    endpoint(getPolicy, async ({ principal, params }) =>
      policyRecord(await policies.get(principal, params.id), principal, await managed.files(principal)),
    ),
    endpoint(updatePolicy, async ({ principal, params, body: { policy_id: _fixed, name, ...rules } }) =>
      changed(
        await withWarnings(principal, () => policies.update(principal, params.id, { name, rules })),
        (row, files) => policyRecord(row, principal, files),
        await managed.files(principal),
      ),
    ),
    endpoint(deletePolicy, async ({ principal, params }) =>
      policyRecord(await policies.delete(principal, params.id), principal, await managed.files(principal)),
    ),
  ];
}

/** A policy as a reader sees it: without other channels than the reader's. */
function policyRecord(
  { policyId, name, rules, createdAt, updatedAt }: PolicyRow,
  reader: Principal,
  fileOf: FileOf,
): PolicyRecord {
  return {
    policy_id: policyId,
    name,
    ...rules,
    steps: stepsWithin(reader, rules.steps),
    ...managedBy(fileOf, 'policy', policyId),
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}
