import { templateProblem } from '@gateway/graph-api';
import { isPlatformError, type Posted, type TemplateMessage, type TemplateRef } from '@gateway/platform-kit';
import type { Messenger } from './api.js';
import { parseTarget } from './person.js';

/** The payload of the template's button is this prefix and the parameter `{{1}}`, because a payload needs a fixed part. */
const PREFIX = 'show_';

/**
 * Sends a utility message: a template with one parameter in its text and one postback button.
 * Source: https://developers.facebook.com/documentation/business-messaging/messenger-platform/send-messages/utility-messages
 */
export async function sendTemplate(
  messenger: Messenger,
  { target, template: { name, language }, parameter, token }: TemplateMessage,
  signal?: AbortSignal,
): Promise<Posted> {
  const message = {
    template: {
      name,
      language: { code: language },
      components: [
        { type: 'body', parameters: [{ type: 'text', text: parameter }] },
        { type: 'buttons', parameters: [{ type: 'POSTBACK', payload: token }] },
      ],
    },
  };
  const messageId = await messenger.send(parseTarget(target), { message, isUtility: true }, signal);
  return { messageId, messageIds: [messageId], ref: null };
}

/** The token in the payload of a pressed button. */
export function tokenIn(payload: string): string {
  return payload.startsWith(PREFIX) ? payload.slice(PREFIX.length) : payload;
}

/** Why a template cannot be sent; null: none is known. Reading templates may need a permission that the token lacks. */
export async function problemOfTemplate(
  messenger: Messenger,
  template: TemplateRef,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  try {
    const answer = await messenger.templates(template.name, signal);
    return templateProblem(answer, template, { owner: 'the page', button: 'POSTBACK' });
  } catch (error) {
    if (isPlatformError(error) && error.code !== 'unavailable') return null;
    throw error;
  }
}
