import { policyRoutes as declaredRoutes } from '@gateway/contract';
import type { Gateway } from '@gateway/core';
import type { Endpoint } from '../endpoint.js';
import { recordEndpoints } from '../record-endpoints.js';
import { policyChange, policyInput, policyRecord } from '../records/policy.js';

/** The policies by which people decide. */
export function policyRoutes(gateway: Gateway): Endpoint[] {
  const { policies } = gateway;
  return recordEndpoints(gateway, declaredRoutes, {
    list: (principal, page) => policies.list(principal, page),
    get: (principal, id) => policies.get(principal, id),
    create: (principal, body) => policies.create(principal, policyInput(body)),
    update: (principal, id, body) => policies.update(principal, id, policyChange(body)),
    remove: (principal, id) => policies.delete(principal, id),
    warnsOf: ['update'],
    record: policyRecord,
  });
}
