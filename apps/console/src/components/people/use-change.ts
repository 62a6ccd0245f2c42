import { changedWithAnswerers, showWarnings, type Changed } from '../../lib/records/show-warnings.js';
import { useSave } from '../../lib/forms/use-save.js';

/**
 * A change of a person or group. Afterwards both lists are read again, because each names entries of the other, and so
 * is who may answer prompts. A channel that refuses every prompt since is named.
 */
export const useChange = <Variables = void>(change: (variables: Variables) => Promise<Changed>, onDone: () => void) =>
  useSave(change, {
    resources: ['people', 'groups', 'audit', 'prompts', 'answerers', ...changedWithAnswerers],
    onSaved: showWarnings,
    onDone,
  });
