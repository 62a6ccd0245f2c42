import { visible } from './visible-text.js';

/**
 * An argument as people read it, before hidden characters are made visible. A text that could be read as another value, such as `false`,
 * or as another text is in quotes, as in JSON. Digits need none. `isValue`: false: it is a name, which is always a text.
 */
export function argumentText(value: unknown, isValue = true): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  const isOther = isValue && !isNumber(value) && isJson(value);
  return isOther || isUnclear(value) ? JSON.stringify(value) : value;
}

/** Whether backslashes of a text look like escapes of the gateway, or its ends would not be seen. */
function isUnclear(text: string): boolean {
  const isEscaped = /^"|\\(?:[nrtu\\]|$)/.test(text) || (text.includes('\\') && visible(text) !== text);
  return text === '' || text !== text.trim() || isEscaped;
}

const isNumber = (text: string) => /^-?\d+(?:\.\d+)?$/.test(text);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
