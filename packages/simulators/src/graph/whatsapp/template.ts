import { GraphError } from '../errors.js';
import { filledIn, type Templates } from '../templates.js';
import { listIn, objectIn, textIn, type Fields } from '../values.js';
import type { WhatsAppMessage } from './state.js';

/**
 * The message of a template with one button, which gets the payload of the request.
 * Sources: https://developers.facebook.com/documentation/business-messaging/whatsapp/messages/template-messages and
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes
 */
export function templateContent(
  templates: Templates,
  content: Fields,
): Pick<WhatsAppMessage, 'text' | 'buttons' | 'media'> {
  const name = textIn(content, 'name') ?? '';
  const language = textIn(objectIn(content, 'language') ?? {}, 'code') ?? '';
  const template = templates.find(name, language);
  if (template?.status === 'PAUSED') throw failure(400, 132_015, 'Template is Paused', 'The template is paused.');
  if (template?.status === 'DISABLED') throw failure(400, 132_016, 'Template is Disabled', 'The template is disabled.');
  if (template?.status !== 'APPROVED') {
    const details = `template name (${name}) does not exist in ${language}`;
    throw failure(404, 132_001, 'Template name does not exist in the translation', details);
  }
  const components = listIn(content, 'components') ?? [];
  const parametersOf = (type: string) =>
    components.flatMap((component) =>
      textIn(component, 'type') === type ? (listIn(component, 'parameters') ?? []) : [],
    );
  const body = parametersOf('body').map((parameter) => textIn(parameter, 'text') ?? '');
  const mismatch = failure(
    400,
    132_000,
    'Number of parameters does not match the expected number of params',
    'body: number of localizable_params does not match the expected number of params',
  );
  const [button] = parametersOf('button');
  return {
    text: filledIn(template, body, mismatch),
    buttons: [{ id: textIn(button ?? {}, 'payload') ?? template.button, title: template.button }],
    media: null,
  };
}

const failure = (status: number, code: number, title: string, details: string) =>
  new GraphError(status, { message: `(#${code}) ${title}`, code, details });
