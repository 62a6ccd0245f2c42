import { element, nameOf } from './dom.js';

/** A message with its buttons; `actions` are what a person can do with it. */
export function drawMessage(message, topics, actions) {
  const mine = message.from && !message.from.is_bot;
  const author = message.from ? nameOf(message.from) : message.chat.title;
  const quoted = message.reply_to_message;
  const time = new Date(message.date * 1000).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  const topic = message.is_topic_message && topics.find(({ id }) => id === message.message_thread_id)?.name;
  const bubble = element('div', { class: 'bubble' }, element('b', {}, topic ? `${author} in ${topic}` : author));
  if (quoted) bubble.append(element('div', { class: 'quote' }, quoted.text ?? quoted.caption ?? 'A file'));
  if (message.photo)
    bubble.append(
      element('img', { src: `/control/files/${message.photo[0].file_id}`, alt: message.caption ?? 'Photo' }),
    );
  if (message.document)
    bubble.append(
      element(
        'div',
        {},
        element(
          'a',
          { href: `/control/files/${message.document.file_id}`, download: message.document.file_name },
          `📎 ${message.document.file_name}`,
        ),
      ),
    );
  bubble.append(drawText(message.text ?? message.caption ?? '', message.entities ?? message.caption_entities ?? []));
  bubble.append(
    element(
      'div',
      { class: 'meta' },
      element(
        'button',
        {
          type: 'button',
          'aria-label': `Reply to message ${message.message_id}`,
          onclick: () => actions.reply(message),
        },
        'Reply',
      ),
      element('span', {}, message.edit_date ? `edited ${time}` : time),
    ),
  );
  const item = element('li', { class: mine ? 'message mine' : 'message' }, bubble);
  if (message.reply_markup) item.append(drawKeys(message, actions));
  return item;
}

const WRAPS = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strikethrough: 's',
  code: 'code',
  pre: 'code',
  blockquote: 'q',
  spoiler: 'mark',
};
function drawText(text, entities) {
  const cuts = [
    ...new Set([0, text.length, ...entities.flatMap(({ offset, length }) => [offset, offset + length])]),
  ].sort((a, b) => a - b);
  const parts = cuts.slice(0, -1).map((start, index) => {
    let part = document.createTextNode(text.slice(start, cuts[index + 1]));
    for (const entity of entities) {
      if (entity.offset > start || entity.offset + entity.length <= start) continue;
      const address =
        entity.type === 'text_link'
          ? entity.url
          : entity.type === 'url'
            ? text.slice(entity.offset, entity.offset + entity.length)
            : '';
      if (/^https?:/i.test(address)) part = element('a', { href: address, target: '_blank', rel: 'noreferrer' }, part);
      else if (WRAPS[entity.type]) part = element(WRAPS[entity.type], {}, part);
    }
    return part;
  });
  return element('div', { class: 'text' }, ...parts);
}

function drawKeys(message, actions) {
  let index = 0;
  return element(
    'div',
    { class: 'keys', role: 'group', 'aria-label': 'Buttons' },
    ...message.reply_markup.inline_keyboard.map((row) =>
      element(
        'div',
        {},
        ...row.map((button) => {
          const place = index++;
          if (/^https?:/i.test(button.url ?? ''))
            return element('a', { href: button.url, target: '_blank', rel: 'noreferrer' }, button.text + ' ↗');
          return element(
            'button',
            { type: 'button', onclick: (event) => actions.press(event.currentTarget, message, place) },
            button.text,
          );
        }),
      ),
    ),
  );
}
