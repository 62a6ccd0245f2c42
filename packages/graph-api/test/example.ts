import type { GraphPlatform } from '../src/index.js';

export const EXAMPLE: GraphPlatform = {
  name: 'Example',
  object: 'example',
  token: 'example token',
  urlSetting: 'PLATFORM_EXAMPLE_API_URL',
  hints: { newToken: 'Make a new one.', permission: 'Give the permission.', tooFast: 'Send less.' },
  meaningOf: ({ code, subcode }) =>
    code === 10 && subcode === 7 ? ['window_closed', 'Ask them to write first.'] : undefined,
};
