import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './app/router.js';
import { queryClient } from './lib/live/query-client.js';
import { sessionQuery } from './lib/session/session.js';

// The session may have ended while the page was in the back/forward cache.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) void queryClient.invalidateQueries(sessionQuery);
});

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
