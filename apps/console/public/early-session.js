// Requests the session while the scripts load. Invitations, password links and unknown addresses do not read it,
// and a console that has started has read it: a request that nothing takes up would answer a later read.
const [page] = location.pathname.replace(/^\/console\/?/, '').split('/');
const pages =
  'login setup prompts conversations channels deliveries receivers keys retention audit operators account people policies rules standing-approvals platforms health api';
const isRead = document.documentElement.dataset.session === 'read';
if (!isRead && (page === '' || pages.split(' ').includes(page))) {
  const link = { rel: 'preload', as: 'fetch', href: '/console/session', crossOrigin: 'anonymous' };
  document.head.append(Object.assign(document.createElement('link'), link));
}
// The first use takes 10 to 20 ms, and much more on a phone. Here it takes place while the files load.
new Intl.DateTimeFormat('en').resolvedOptions();
