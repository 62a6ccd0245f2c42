import type { HostedFileRow, NewHostedFile } from '@gateway/core';
import { after, org } from './fixture.js';

export function newHostedFile(tokenHash: string, change: Partial<HostedFileRow> = {}): NewHostedFile {
  return {
    tokenHash,
    organizationId: org,
    promptNum: 1,
    name: 'plan.pdf',
    contentType: 'application/pdf',
    size: 2048,
    checkAt: after(60),
    endsAt: null,
    ofAnswer: false,
    ...change,
  };
}
