import { catalogue } from '../../lib/language/language.js';

export const t = catalogue('features/api', {
  title: 'API',
  search: 'Search the API',
  noMatch: 'No matching operations',
  noMatchHelp: (search: string) => `Nothing in the API contains “${search}”.`,
  clear: 'Clear the search',
  unknown: 'Operation not found',
  unknownHelp: (id: string) => `The API has no operation ${id}.`,
  asYou: (name: string, role: string) =>
    `A request that you try is sent as ${name} (${role}), unless you enter an API key with Authorize.`,
  disabled:
    'This gateway does not serve its OpenAPI document, so parameters and fields are not shown. Start it with {setting} to show them.',
  confirm: 'Send this request?',
  confirmText: (name: string) =>
    `The request changes real data of this gateway, or posts to a chat. Without an API key it is sent in your name, ${name}.`,
  send: 'Send request',
  download: 'Download openapi.json',
  publicPage: 'Open /docs',
  signatures: {
    title: 'Callback signatures',
    help: 'A receiver verifies these signatures to make sure that a callback comes from this gateway and is unchanged.',
  },
  check: {
    title: 'Check a signature',
    help: 'Computed in this browser as you type. Nothing is sent.',
    insecure:
      'This page was loaded over plain http from another machine, where browsers disable their cryptography functions. Open the console over https, or on the gateway’s machine at {address}. The code below works everywhere.',
    fill: 'Fill in an example',
    body: 'Body',
    bodyHelp: 'Exactly as received.',
    headers: 'Headers',
    headersHelp: 'One per line, the output of curl -v, or JSON. Other headers are ignored.',
    secret: 'Secret',
    secretHelp: 'The receiver’s CALLBACK_SIGNING_SECRET.',
    theSecret: 'the secret',
    result: 'Result',
    empty:
      'Paste the body and the headers of a callback, and the secret. The result shows whether the signatures are valid, or what differs.',
    expected: 'Expected {signature}',
    copyExpected: 'Copy the expected signature',
    exampleSecret: 'an example, not the gateway’s secret',
  },
  verdict: {
    valid: 'Valid',
    mismatch: 'Does not match',
    headerMissing: 'Header missing',
    headersMissing: 'Headers missing',
    missing: (names: string) => `Missing: ${names}`,
    onlyPrompts: 'Prompt events have this header. Other events have only the webhook headers.',
    allThree: 'All three webhook headers are required.',
    upperCase: 'The gateway writes it in lower case. Compare it in lower case or ignore the case.',
    format:
      'The format is wrong: it must be sha256= and 64 hexadecimal digits. Check that the value is complete and from this header.',
    webhookFormat:
      'The format is wrong: it must be v1, and 44 base64 characters. Several signatures are separated by a space.',
    noNumber: 'The timestamp is not a number',
    seconds: 'webhook-timestamp must be Unix seconds, such as 1760000000.',
    current: (position: string, count: string) =>
      `Signed with the current secret: signature ${position} of ${count} matches.`,
    previous: (position: string, count: string) =>
      `Signed with a previous secret: signature ${position} of ${count} matches.`,
    old: (ago: string) =>
      `It was signed ${ago}. A receiver should reject callbacks older than 5 minutes. For a recorded callback this is expected.`,
    early: (ahead: string) => `The timestamp is in the future (${ahead}): the clocks of the two machines differ.`,
    bodyEndsWithBreak: 'The body ends with a line break that was not sent. Remove it.',
    bodyLacksBreak: 'The body was sent with a line break at its end. Add it.',
    bodyHasSpace: 'The body has spaces or line breaks around it that were not sent. Remove them.',
    bodyHasCrlf: 'The line breaks of the body were changed from LF to CRLF.',
    bodyParsed: 'The body was parsed and serialised again. Verify the raw bytes, before parsing.',
    secretHasSpace: 'The secret has a space or line break around it. Remove it.',
    other:
      'The body or the secret differs. Paste the raw bytes of the body, and compare the secret with the gateway’s CALLBACK_SIGNING_SECRET.',
  },
  secret: {
    title: 'Signing secret',
    help: 'Anyone with this secret can forge callbacks to your agents. Share it with receivers only.',
    copy: 'Copy the secret',
    webhooks: 'The same secret for Standard Webhooks libraries:',
    copyWebhooks: 'Copy the secret for Standard Webhooks',
    previous: (count: number) =>
      count === 1
        ? 'One previous secret is also used to sign (CALLBACK_SIGNING_SECRET_PREVIOUS).'
        : `${count} previous secrets are also used to sign (CALLBACK_SIGNING_SECRET_PREVIOUS).`,
    use: 'Use in the check above',
    hide: 'Hide',
    show: 'Show the signing secret',
    role: (role: string) => `Your role ${role} cannot view the secret. Ask an owner.`,
    confirm: 'Show the signing secret?',
    confirmText: (name: string) =>
      `The audit log will record that you, ${name}, viewed it. Make sure that no one else can see your screen.`,
    cancel: 'Cancel',
    confirmShow: 'Show secret',
  },
  headers: {
    title: 'Signed headers',
    help: 'Signatures cover the raw bytes of the body.',
    seconds: '<Unix seconds>',
    xSignature:
      'HMAC-SHA256 of the body with the current secret only; the text of the secret is the key. Sent with prompt events and test events, not with message.created.',
    id: 'The event id, event_id in the body. The same at each attempt: use it to deduplicate.',
    timestamp: 'The time of this attempt. Reject callbacks older than five minutes.',
    signature:
      'HMAC-SHA256 of webhook-id, webhook-timestamp and the body, joined by dots. The key is the decoded base64 after whsec_, or the text of any other secret. During a secret rotation there is one signature per secret, separated by spaces. Sent with every event.',
  },
  code: {
    title: 'Verification in your receiver',
    language: 'Language',
    languages: { typescript: 'TypeScript', python: 'Python' },
    sampleIn: (language: string) => `Signature verification in ${language}`,
    standard:
      'The webhook headers follow Standard Webhooks 1.0.0. Its libraries need the secret in the form that begins with {prefix}, shown above.',
  },
});
