import { Badge } from '../../components/ui/badge.js';
import { Card } from '../../components/ui/card.js';
import { Notice } from '../../components/ui/states.js';
import { routeGroups } from './route-groups.js';

/** The list of routes, for a gateway that does not serve its API reference. */
export function RouteList() {
  return (
    <>
      <Notice>
        The interactive API reference is disabled. Start the gateway with <code>ENABLE_DOCS=true</code> to show it here
        and at <code>/docs</code>. It describes the API and contains no data.
      </Notice>
      {routeGroups().map(({ tag, routes }) => (
        <Card key={tag} title={tag} flush>
          <ul>
            {routes.map(({ method, path, summary, scopes }) => (
              <li
                key={method + path}
                className="grid gap-x-4 gap-y-1 border-b border-line px-5 py-3 last:border-0 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_9.5rem] sm:items-center"
              >
                <code className="text-[0.8125rem] break-all">
                  <span className="mr-2 text-soft">{method}</span>
                  {path}
                </code>
                <p className="text-sm">{summary}</p>
                <p className="flex flex-wrap gap-1 sm:justify-end">
                  {(scopes ?? []).map((scope) => (
                    <Badge key={scope}>{scope}</Badge>
                  ))}
                </p>
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </>
  );
}
