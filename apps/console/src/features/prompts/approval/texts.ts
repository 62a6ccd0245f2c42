import { catalogue } from '../../../lib/language/language.js';

export const t = catalogue('features/prompts/approval', {
  title: 'Approval',
  digest: 'Digest',
  copyDigest: 'Copy the digest of the action',
  unused: 'Not used yet',
  until: 'Use by',
  giverEnded: 'The standing approval that gave it has ended: the action must not run.',
  lapsed: 'Not used in time: the action must not run any more.',
  used: 'Used',
  usedBy: 'Used by {key}',
  takenBack: 'Taken back: the action must not run.',
  lets: 'lets the action run',
  approving: 'Approving options',
  within: 'Use within',
  takeBack: 'Take back',
  confirmTitle: (id: string) => `Take back the approval of ${id}?`,
  confirmHelp: 'The agent can no longer use it, and the chats of the prompt are told. This cannot be undone.',
  timeline: { used: 'Approval used', usedBy: 'Approval used by {key}', takenBack: 'Approval taken back' },
});
