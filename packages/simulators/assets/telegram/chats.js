import { element, nameOf } from './dom.js';

/** All chats: private ones per bot, groups and channels. */
export function listChats(state) {
  const counts = new Map(state.conversations.map((c) => [`${c.chat} ${c.bot ?? ''}`, c.messages]));
  const list = [];
  for (const chat of state.chats) {
    if (chat.migrated_to) continue;
    list.push({
      key: `${chat.id} `,
      id: chat.id,
      title: chat.title,
      detail: `${chat.type}, ${chat.members.length} members`,
      chat,
    });
  }
  for (const user of state.users)
    for (const bot of state.bots) {
      const key = `${user.id} ${bot.id}`;
      list.push({ key, id: user.id, bot: bot.id, title: bot.first_name, detail: `with ${nameOf(user)}`, user });
    }
  for (const entry of list) entry.count = counts.get(entry.key) ?? 0;
  const used = list.filter((entry) => entry.count > 0);
  // People without messages are left out: a load test can create thousands.
  return list.length > 30 && used.length > 0 ? used : list.sort((a, b) => (b.count > 0) - (a.count > 0));
}

/** The list's button for a chat. */
export function drawChat(entry, isCurrent, select) {
  const face = element(
    'span',
    { class: 'face', 'aria-hidden': 'true' },
    (entry.title ?? '?').slice(0, 1).toUpperCase(),
  );
  face.style.backgroundColor = `hsl(${(Math.abs(entry.bot ?? entry.id) * 47) % 360} 50% 30%)`;
  const button = element(
    'button',
    { type: 'button', 'data-key': entry.key, 'aria-current': String(isCurrent), onclick: () => select(entry) },
    face,
    element('strong', {}, entry.title ?? ''),
    element('small', {}, entry.detail),
  );
  return element('li', {}, button);
}
