import type { GraphPlatform, Meaning } from '@gateway/graph-api';

const WRITE_FIRST =
  'Messenger lets a page write only within 24 hours after the person wrote: ask them to send any message to the page first.';

const TOO_FAST = 'Send fewer messages at a time.';

const UNAVAILABLE_PERSON = 'The person blocked the page, left, or cannot be written to at present.';

/** The meaning of Messenger's documented error codes. The codes that all platforms share are in @gateway/graph-api. */
const CODES: Readonly<Record<number, Meaning>> = {
  341: ['rate_limited', TOO_FAST],
  368: ['forbidden', 'Meta restricted the page or app: see its support inbox.'],
  551: ['forbidden', UNAVAILABLE_PERSON],
  1200: ['unavailable'],
  10_904: ['forbidden', 'Turn on messages in the settings of the page.'],
  80_006: ['rate_limited', TOO_FAST],
};

/** The meaning of subcodes, which are more specific than codes. */
const SUBCODES: Readonly<Record<number, Meaning>> = {
  33: ['not_found', 'Check the target: the page-scoped id of a person who wrote to this very page.'],
  1_545_041: ['forbidden', UNAVAILABLE_PERSON],
  2_018_001: [
    'not_found',
    'Check the target: the page-scoped id of a person who wrote to this very page. Another page knows the same person by another id.',
  ],
  2_018_008: ['invalid', 'Messenger could not fetch the attachment: its address must be reachable from the internet.'],
  2_018_022: ['rate_limited', TOO_FAST],
  2_018_047: ['invalid', 'Attach an image, video or file up to 25 MB.'],
  2_018_108: ['forbidden', UNAVAILABLE_PERSON],
  2_018_278: ['window_closed', WRITE_FIRST],
};

export const MESSENGER: GraphPlatform = {
  name: 'Messenger',
  object: 'page',
  token: 'page access token',
  urlSetting: 'PLATFORM_MESSENGER_API_URL',
  hints: {
    newToken: 'Generate it again in the app: Messenger, Messenger API Settings, Generate access tokens.',
    permission:
      'Make a new page access token with the permission pages_messaging, and page_utility_messaging for templates. While the app is not published, only people with a role in it can be written to.',
    tooFast: TOO_FAST,
  },
  meaningOf: ({ code, subcode, title }) =>
    SUBCODES[subcode ?? 0] ??
    (/outside of (the )?allowed window/i.test(title) ? ['window_closed', WRITE_FIRST] : CODES[code]),
};
