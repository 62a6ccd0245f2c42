import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/load/lazy-page.js';
import { actionName, oneOf, search } from '../../lib/search.js';
import { shellRoute } from '../../routes/shell-route.js';

const validateSearch = search({
  /** The name of the action for which the dialog opens with a draft. */
  draft: actionName,
  /** What the draft says. */
  verdict: oneOf('ask', 'allow'),
});

export const rulesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/rules',
  validateSearch,
  component: lazyPage(() => import('./rules-page.js'), 'RulesPage'),
});
