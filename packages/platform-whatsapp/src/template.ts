import { templateProblem } from '@gateway/graph-api';
import { isPlatformError, type Posted, type TemplateMessage, type TemplateRef } from '@gateway/platform-kit';
import { BodyComponent, BodyParameter, PayloadComponent, Template } from 'whatsapp-api-js/messages';
import { build, type WhatsApp } from './api.js';
import { parseTarget } from './person.js';

/**
 * Sends a utility template with one parameter in its text and one quick reply. The press comes back as `type: "button"`.
 * Source: https://developers.facebook.com/documentation/business-messaging/whatsapp/messages/template-messages
 */
export async function sendTemplate(
  whatsapp: WhatsApp,
  { target, template: { name, language }, parameter, token }: TemplateMessage,
  signal?: AbortSignal,
): Promise<Posted> {
  const to = parseTarget(target);
  const message = build(
    () => new Template(name, language, new BodyComponent(new BodyParameter(parameter)), new PayloadComponent(token)),
  );
  const messageId = await whatsapp.send(to, message, {}, signal);
  return { messageId, messageIds: [messageId], ref: null };
}

/** Why a template cannot be sent; null: none is known. Reading templates needs a permission that sending does not need. */
export async function problemOfTemplate(
  whatsapp: WhatsApp,
  businessAccount: string | undefined,
  template: TemplateRef,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  if (!businessAccount) return null;
  try {
    const answer = await whatsapp.templates(businessAccount, template.name, signal);
    return templateProblem(answer, template, { owner: 'the WhatsApp business account', button: 'QUICK_REPLY' });
  } catch (error) {
    if (isPlatformError(error) && error.code !== 'unavailable') return null;
    throw error;
  }
}
