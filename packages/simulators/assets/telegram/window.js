import { drawChat, listChats } from './chats.js';
import { at, call, element, nameOf, notify } from './dom.js';
import { drawMessage } from './message.js';

const form = at('composer');
let state = { bots: [], users: [], chats: [], conversations: [] };
let current;
let replyTo;
let shown = '';

function drawChats() {
  const list = listChats(state);
  if (!list.some((entry) => entry.key === current?.key)) current = list[0];
  current = list.find((entry) => entry.key === current?.key);
  const focused = document.activeElement?.dataset?.key;
  at('chats').replaceChildren(...list.map((entry) => drawChat(entry, entry === current, select)));
  if (focused) at('chats').querySelector(`[data-key="${focused}"]`)?.focus();
  form.hidden = !current;
  fill(
    'user',
    at('as'),
    (current?.chat?.members ?? [])
      .map(({ id }) => state.users.find((user) => user.id === id))
      .filter(Boolean)
      .map((user) => [user.id, nameOf(user)]),
  );
  const topics = current?.chat?.is_forum
    ? [['', 'General'], ...current.chat.topics.map(({ id, name }) => [id, name])]
    : [];
  fill('thread', at('topics'), topics);
}

function fill(name, label, choices) {
  const select = form.elements[name];
  const before = select.value;
  label.hidden = choices.length < 2;
  select.replaceChildren(...choices.map(([value, text]) => element('option', { value }, text)));
  if (choices.some(([value]) => String(value) === before)) select.value = before;
}

async function drawMessages() {
  if (!current) {
    const hint = 'No chats yet. They appear here when a person is added.';
    at('log').replaceChildren(element('li', { class: 'empty' }, hint));
    return;
  }
  const key = current.key;
  const bot = current.bot ? `&bot=${current.bot}` : '';
  const messages = await call('GET', `messages?chat=${current.id}${bot}`);
  const now = key + JSON.stringify(messages);
  if (now === shown || current.key !== key) return;
  const scroll = at('scroll');
  const atEnd = !shown.startsWith(key) || scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 120;
  const hadFocus = at('log').contains(document.activeElement);
  shown = now;
  at('log').replaceChildren(
    ...(messages.length > 0
      ? messages
          .slice(-200)
          .map((message) => drawMessage(message, current.chat?.topics ?? [], { press, reply: startReply }))
      : [element('li', { class: 'empty' }, 'No messages here yet.')]),
  );
  if (atEnd) scroll.scrollTop = scroll.scrollHeight;
  if (hadFocus) form.elements.text.focus();
}

const me = () => (form.elements.user.value && !at('as').hidden ? { user: Number(form.elements.user.value) } : {});
const here = () => ({ chat: current.id, ...(current.bot && { bot: current.bot }), ...me() });

async function press(key, message, button) {
  key.setAttribute('aria-busy', 'true');
  try {
    const { notice, alert } = await call('POST', 'press', { ...here(), message: message.message_id, button });
    if (notice === null) notify('The bot did not answer.');
    else if (alert) {
      at('dialog-text').textContent = notice;
      document.querySelector('dialog').showModal();
    } else if (notice) notify(notice);
  } catch (error) {
    notify(error.message);
  } finally {
    key.removeAttribute('aria-busy');
  }
}

function startReply(message) {
  replyTo = message?.message_id;
  at('replying').hidden = !message;
  at('replying').firstElementChild.textContent = message
    ? `Replying to: ${(message.text ?? message.caption ?? 'a file').slice(0, 80)}`
    : '';
  form.elements.text.focus();
}
at('replying').lastElementChild.addEventListener('click', () => startReply());

async function write() {
  const text = form.elements.text.value.trim();
  if (!text) return;
  const thread = Number(form.elements.thread.value);
  try {
    const { receivedBy } = await call('POST', 'text', {
      ...here(),
      text,
      ...(replyTo && { replyTo }),
      ...(thread && { thread }),
    });
    form.elements.text.value = '';
    startReply();
    if (receivedBy.length === 0)
      notify('No bot received this. In groups, reply to the bot, mention it or use a /command.');
  } catch (error) {
    notify(error.message);
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void write();
});
form.elements.text.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    form.requestSubmit();
  }
});

function select(entry) {
  current = entry;
  startReply();
  drawChats();
  void drawMessages();
}

/** One refresh at a time; what changes meanwhile causes one more. */
let running = false;
let changed = false;
async function refresh() {
  if (running) {
    changed = true;
    return;
  }
  running = true;
  do {
    changed = false;
    try {
      state = await call('GET', 'state');
      drawChats();
      await drawMessages();
    } catch {
      notify('The simulator does not answer. Is it still running?');
    }
  } while (changed);
  running = false;
}
const events = new EventSource('/control/events');
events.addEventListener('change', () => void refresh());
events.addEventListener('open', () => void refresh());
