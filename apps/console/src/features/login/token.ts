import { useEffect, useState } from 'react';
import { readTab, writeTab } from '../../lib/storage/tab-storage.js';

/**
 * Reads the token and removes it from the URL, so that it is not kept in the browser history. The tab keeps it until the token is
 * used, so that a reload does not lose it.
 */
function takeToken(): string | null {
  const key = `token:${location.pathname}`;
  const found = new URLSearchParams(location.hash.slice(1)).get('token');
  if (found === null) {
    const kept = readTab(key);
    return typeof kept === 'string' ? kept : null;
  }
  history.replaceState(history.state, '', location.pathname + location.search);
  writeTab(key, found);
  return found;
}

/** The one-time token of a link. It is in the URL fragment, which browsers do not send to servers. */
export function useLinkToken(): string | null {
  const [token, setToken] = useState(takeToken);
  useEffect(() => {
    // Opening another link in the same tab changes only the fragment and does not reload the page.
    const readToken = () => setToken((known) => takeToken() ?? known);
    window.addEventListener('hashchange', readToken);
    return () => window.removeEventListener('hashchange', readToken);
  }, []);
  return token;
}
