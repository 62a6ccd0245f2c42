// The service worker of the console. It shows notifications and opens prompts. It handles no requests and caches nothing, so an
// upgraded gateway never serves an old console.

const home = new URL('/console/', location.origin);
/** How long an open console may take to say that it opens the prompt. */
const OPEN_MS = 400;

/** The texts in each language of the console. A test compares them with the languages, and shows each one. */
const texts = {
  en: {
    test: { title: 'Notifications work', body: 'Prompts that wait for you appear like this.' },
    heads: { action: 'Action: ', says: 'The agent says: ' },
    outcomes: {
      voted: () => 'You have voted.',
      answered: (name) => (name === null ? 'Answered.' : `Answered by ${name}.`),
      cancelled: () => 'Cancelled.',
      expired: () => 'Expired.',
    },
    alerts: {
      title: 'Problem of the gateway',
      over: 'Problem of the gateway is over',
      kinds: {
        channel_failing: (name, detail, isOver) =>
          isOver ? `The channel ${name} is no longer failing.` : `The channel ${name} is failing. ${detail}`,
        receiver_failing: (name, detail, isOver) =>
          isOver ? `The receiver ${name} is no longer failing.` : `All callbacks to ${name} are failing. ${detail}`,
        key_ending: (name, at) => `The API key ${name} ends on ${at}.`,
        disk_low: (name, detail, isOver) =>
          isOver ? `There is enough space in ${name} again.` : `There is little space on the disk. ${detail}`,
      },
    },
  },
  de: {
    test: { title: 'Benachrichtigungen funktionieren', body: 'So erscheinen Anfragen, die auf Sie warten.' },
    heads: { action: 'Aktion: ', says: 'Der Agent sagt: ' },
    outcomes: {
      voted: () => 'Sie haben abgestimmt.',
      answered: (name) => (name === null ? 'Beantwortet.' : `Von ${name} beantwortet.`),
      cancelled: () => 'Abgebrochen.',
      expired: () => 'Abgelaufen.',
    },
    alerts: {
      title: 'Problem des Gateways',
      over: 'Problem des Gateways ist vorbei',
      kinds: {
        channel_failing: (name, detail, isOver) =>
          isOver ? `Der Kanal ${name} ist nicht mehr gestört.` : `Der Kanal ${name} ist gestört. ${detail}`,
        receiver_failing: (name, detail, isOver) =>
          isOver
            ? `Der Empfänger ${name} ist nicht mehr gestört.`
            : `Alle Callbacks an ${name} schlagen fehl. ${detail}`,
        key_ending: (name, at) => `Der API-Schlüssel ${name} endet am ${at}.`,
        disk_low: (name, detail, isOver) =>
          isOver ? `In ${name} ist wieder genug Platz.` : `Auf der Festplatte ist wenig Platz. ${detail}`,
      },
    },
  },
};

// The page registers the script with its language in the address. The gateway sends facts and need not know the language of a browser:
// a stored language would be a column, a field of the interface, and a request at each change. Without the parameter an older console
// registered the worker: the language of the browser counts until the console is opened.
const language = new URL(location.href).searchParams.get('language') ?? navigator.language.split('-')[0];
const t = texts[language] ?? texts.en;

addEventListener('install', () => void skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('push', (event) => event.waitUntil(show(event.data?.json() ?? {})));

async function show(message) {
  if (message.type === 'asked') return await asked(message);
  if (message.type === 'closed') return await closed(message);
  if (message.type === 'alert') return await alerted(message);
  await notify(t.test.title, { body: t.test.body, tag: 'test' });
}

async function asked({ num, channel, question, heads, choices = [] }) {
  await notify(`#${num} · ${channel}`, {
    body: heads ? withHeads(question, heads) : question,
    tag: tagOf(num),
    // A reminder sounds again.
    renotify: true,
    data: { num },
    actions: choices.map(({ number, label }) => ({ action: String(number), title: label })),
  });
}

/** With an action, the first and the last line begin with heads of the gateway. What is between them may only look like them. */
function withHeads(question, heads) {
  const lines = question.split('\n');
  const translate = (at, kind) => {
    const line = lines.at(at);
    if (line?.startsWith(heads[kind])) lines.splice(at, 1, t.heads[kind] + line.slice(heads[kind].length));
  };
  translate(0, 'action');
  translate(-1, 'says');
  return lines.join('\n');
}

/**
 * Browsers withdraw the permission when pushes show nothing. So the notification is only closed while the console or another
 * notification is visible. Otherwise the outcome replaces it, without a sound. `outcome` is the English text, for a reason that this
 * worker does not know: the gateway may be newer or older.
 */
async function closed({ num, outcome, reason, by = null }) {
  const shown = await registration.getNotifications();
  const own = shown.filter(({ tag }) => tag === tagOf(num));
  if (shown.length > own.length || (await windows()).some(({ visibilityState }) => visibilityState === 'visible'))
    for (const notification of own) notification.close();
  else
    await notify(`#${num}`, {
      body: t.outcomes[reason]?.(by) ?? outcome,
      tag: tagOf(num),
      silent: true,
      data: { num },
    });
}

/** Pages of the console by the kind of an alert. */
const pages = {
  channel_failing: (subject) => `channels/${encodeURIComponent(subject)}`,
  receiver_failing: () => 'receivers',
  key_ending: () => 'keys',
};

/** `text` is the English sentence, for a kind that this worker does not know. */
async function alerted({ kind, subject, name, detail, over, text }) {
  const shown = kind === 'key_ending' && detail ? dateOf(detail) : (detail ?? '');
  await notify(over ? t.alerts.over : t.alerts.title, {
    body: t.alerts.kinds[kind]?.(name, shown, over).trim() ?? text,
    // The end replaces the beginning.
    tag: `alert-${kind}-${subject}`,
    renotify: !over,
    silent: over,
    data: { page: pages[kind]?.(subject) ?? 'health' },
  });
}

const dateOf = (time) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(time));

const tagOf = (num) => `prompt-${num}`;

function notify(title, options) {
  return registration.showNotification(title, {
    icon: new URL('icon-192.png', home).href,
    badge: new URL('badge.png', home).href,
    ...options,
  });
}

addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { num, page = '' } = event.notification.data ?? {};
  const choose = event.action === '' ? '' : `?choose=${event.action}`;
  const path = num === undefined ? page : `prompts/${num}${choose}`;
  event.waitUntil(open(new URL(path, home)));
});

/** An open console opens the prompt without loading again, so that drafts are kept. One that is signed out does not respond. */
async function open(url) {
  for (const client of await windows()) {
    if (!(await responds(client, url))) continue;
    await client.focus().catch(() => {});
    return;
  }
  await clients.openWindow(url);
}

function responds(client, url) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(false), OPEN_MS);
    port1.addEventListener('message', () => {
      clearTimeout(timer);
      resolve(true);
    });
    port1.start();
    client.postMessage({ type: 'open', path: url.pathname.slice('/console'.length) + url.search }, [port2]);
  });
}

const windows = () => clients.matchAll({ type: 'window', includeUncontrolled: true });

// The push service has replaced the subscription: the session registers the new one. Without a session, the next sign-in does.
addEventListener('pushsubscriptionchange', (event) => {
  const renew = async () => {
    const subscription =
      event.newSubscription ?? (await registration.pushManager.subscribe(event.oldSubscription?.options));
    await fetch('/console/session/notifications/devices', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(subscription),
    });
  };
  event.waitUntil(renew());
});
