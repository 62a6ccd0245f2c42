import { changedWithAnswerers, showWarnings, type Changed } from '../../lib/records/show-warnings.js';
import { useSave } from '../../lib/forms/use-save.js';

/** A change of a policy. Afterwards the list is read again. A channel that refuses every prompt since is named. */
export const usePolicyChange = <Variables = void>(
  change: (variables: Variables) => Promise<Changed>,
  onDone: () => void,
) => useSave(change, { resources: ['policies', 'audit', ...changedWithAnswerers], onSaved: showWarnings, onDone });
