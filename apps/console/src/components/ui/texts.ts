import { catalogue } from '../../lib/language/language.js';

export const t = catalogue('components/ui', {
  close: 'Close',
  cancel: 'Cancel',
  copy: {
    copy: 'Copy',
    copied: 'Copied',
    blocked: 'The browser blocked copying. Select the text and copy it manually.',
  },
  confirm: { type: 'Type {name} to confirm', back: 'Go back', missing: 'Type the name to confirm' },
  optional: '(optional)',
  more: 'Show more',
  retry: 'Try again',
  loading: 'Loading',
  secret: { show: (what: string) => `Show ${what}`, hide: (what: string) => `Hide ${what}` },
  actions: 'Actions',
  never: 'never',
  missing: { retention: 'It may have been deleted by retention.', deleted: 'It may have been deleted.' },
});
