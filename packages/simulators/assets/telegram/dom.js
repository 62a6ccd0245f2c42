let noticeTimer;

export const at = (id) => document.getElementById(id);

/** Children that are strings become text, never markup. */
export const element = (tag, attributes = {}, ...children) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children);
  return made;
};

/** Calls the control API; throws its `detail`. */
export const call = async (method, path, body) => {
  const response = await fetch('/control/' + path, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const value = await response.json();
  if (!response.ok) throw new Error(value.detail);
  return value;
};

/** Shows a text for a few seconds, as Telegram shows a bot's answer. */
export const notify = (text) => {
  at('notice').textContent = text;
  at('notice').classList.add('shown');
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => at('notice').classList.remove('shown'), 4500);
};

export const nameOf = (user) => [user.first_name, user.last_name].filter(Boolean).join(' ');
