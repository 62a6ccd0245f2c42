import { catalogue } from '../../lib/language/language.js';

export const t = catalogue('components/saved-views', {
  title: 'Views',
  active: (name: string) => `View: ${name}`,
  scope: 'Saved in your account',
  none: 'No saved views',
  notLoaded: (reason: string) => `The views could not be loaded. ${reason}`,
  noFilter: 'Set a filter to save a view',
  save: 'Save view',
  copy: 'Copy link',
  copied: 'Link copied',
  rename: 'Rename',
  delete: 'Delete',
  deleted: (name: string) => `View “${name}” deleted`,
  dialog: {
    save: 'Save view',
    rename: (name: string) => `Rename “${name}”`,
    name: 'Name',
    saveHelp: 'The view has the current filters.',
    replaces: 'A view with this name exists. It is replaced.',
    missing: 'Enter a name',
    taken: 'Another view has this name',
    full: (limit: number) => `${limit} views are saved. Delete one first.`,
    action: { save: 'Save', replace: 'Replace', rename: 'Rename' },
  },
});
