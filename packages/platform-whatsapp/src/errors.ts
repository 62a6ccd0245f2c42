import type { GraphPlatform, Meaning } from '@gateway/graph-api';

const PERMISSION = 'Give the access token the permission whatsapp_business_messaging.';

const WRITE_FIRST =
  'WhatsApp lets a business write freely only within 24 hours after the person wrote: ask them to send any message to this number first.';

export const NOT_ELIGIBLE =
  'The WhatsApp business account is probably not eligible for Direct Send: set the channel to refuse what is outside the 24-hour window, ' +
  'and ask the person to send any message first.';

const TOO_FAST = 'Send fewer messages at a time; the WhatsApp Manager shows the limits.';

const TEMPLATE_SHAPE =
  'The template needs one parameter in its text and one quick reply: create another one with the text in the guide.';

const UNKNOWN_NUMBER = 'Check the phone number ID (API Setup of the app), and that the access token may use it.';

/** The meaning of WhatsApp's documented error codes. The codes that all platforms share are in @gateway/graph-api. */
const CODES: Readonly<Record<number, Meaning>> = {
  33: ['not_found', 'The business number was deleted: check the phone number ID.'],
  368: ['forbidden', 'Meta restricted the business account: see its Business Support Home.'],
  80_007: ['rate_limited', TOO_FAST],
  130_429: ['rate_limited', TOO_FAST],
  130_497: ['forbidden', 'This business may not write to people of that country.'],
  131_000: ['unavailable'],
  131_005: ['forbidden', PERMISSION],
  131_016: ['unavailable'],
  131_021: ['invalid', 'The target is the business number itself: set it to the number of a person.'],
  131_026: [
    'not_found',
    'The number is not on WhatsApp, or the person must update WhatsApp or accept its terms. Check the target: country code and digits.',
  ],
  131_030: [
    'forbidden',
    'A test number writes only to numbers that are listed: add the person under "To" on the page API Setup of the app.',
  ],
  131_031: ['forbidden', 'Meta locked the business account: see its Business Support Home.'],
  131_042: ['forbidden', 'Set up a payment method for the WhatsApp business account.'],
  131_045: ['forbidden', 'Register the business number with the Cloud API first.'],
  131_047: ['window_closed', WRITE_FIRST],
  131_048: ['rate_limited', 'People blocked or reported this number: see its quality in the WhatsApp Manager.'],
  131_049: [
    'forbidden',
    'WhatsApp limits the marketing messages that a person gets: press Test, which says whether Meta has the template in the category marketing.',
  ],
  131_052: ['invalid', 'WhatsApp could not fetch the attachment: its address must be reachable from the internet.'],
  131_053: ['invalid', 'Attach a JPEG or PNG up to 5 MB, an MP4 up to 16 MB, or a document up to 100 MB.'],
  131_056: ['rate_limited', 'Too many messages to one person: WhatsApp accepts about one every six seconds.'],
  131_057: ['unavailable', 'The business account is under maintenance.'],
  132_000: ['invalid', TEMPLATE_SHAPE],
  132_001: [
    'invalid',
    'Meta has not approved a template with this name and language: check window_template of the channel, and the template in the WhatsApp Manager.',
  ],
  132_005: ['invalid', TEMPLATE_SHAPE],
  132_007: ['forbidden', 'The template violates a policy of Meta: create another one with the text in the guide.'],
  132_012: ['invalid', TEMPLATE_SHAPE],
  132_015: ['forbidden', 'Meta paused the template because of its quality: see it in the WhatsApp Manager.'],
  132_016: [
    'forbidden',
    'Meta disabled the template because of its quality: create another one with the text in the guide.',
  ],
  132_018: ['invalid', TEMPLATE_SHAPE],
  139_200: [
    'forbidden',
    'Meta blocked Direct Send for the business account: see the WhatsApp Manager, and set the channel to refuse what is outside the window.',
  ],
  133_010: ['forbidden', 'Register the business number with the Cloud API first.'],
};

export const WHATSAPP: GraphPlatform = {
  name: 'WhatsApp',
  object: 'whatsapp_business_account',
  token: 'access token',
  urlSetting: 'PLATFORM_WHATSAPP_API_URL',
  hints: {
    newToken:
      'Make a permanent token of a system user (business.facebook.com, Settings, System users) with the permission ' +
      'whatsapp_business_messaging, and enter it as the access token.',
    permission: PERMISSION,
    tooFast: TOO_FAST,
  },
  meaningOf: ({ code, subcode }) => (code === 100 && subcode === 33 ? ['not_found', UNKNOWN_NUMBER] : CODES[code]),
};
