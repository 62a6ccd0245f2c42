import type { OpenAPI3 } from 'openapi-typescript';
import { startTestGateway } from '../harness/gateway.js';

/** The OpenAPI document that a gateway serves. */
export async function servedDocument(): Promise<{ document: OpenAPI3; text: string }> {
  const gateway = await startTestGateway({ env: { ENABLE_DOCS: 'true' } });
  const { text, json } = await gateway.request('GET', '/openapi.json');
  return { document: json as OpenAPI3, text };
}
