import type { OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi';
import { startTestGateway } from '../harness/gateway.js';

export type ServedDocument = ReturnType<OpenApiGeneratorV31['generateDocument']>;

/** The OpenAPI document that a gateway serves. */
export async function servedDocument(): Promise<{ document: ServedDocument; text: string }> {
  const gateway = await startTestGateway({ env: { ENABLE_DOCS: 'true' } });
  const { text, json } = await gateway.request('GET', '/openapi.json');
  return { document: json as ServedDocument, text };
}
