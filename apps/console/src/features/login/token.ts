import { useEffect, useState } from 'react';

/** Takes the token out of the address, so that it stays in no history. */
function takeToken(): string | null {
  const found = new URLSearchParams(location.hash.slice(1)).get('token');
  if (found !== null) history.replaceState(history.state, '', location.pathname + location.search);
  return found;
}

/** The one-time token of a link. It stands in the fragment, which browsers send to no server. */
export function useLinkToken(): string | null {
  const [token, setToken] = useState(takeToken);
  useEffect(() => {
    // The link was opened in a tab that shows this page already: nothing is loaded anew then.
    const look = () => setToken((known) => takeToken() ?? known);
    window.addEventListener('hashchange', look);
    return () => window.removeEventListener('hashchange', look);
  }, []);
  return token;
}
