import { GraphError } from '../errors.js';
import { filledIn, type Templates } from '../templates.js';
import { listIn, objectIn, textIn, type Fields } from '../values.js';
import type { MessengerMessage } from './state.js';

/**
 * The utility message of a template with one postback button, whose payload is `show_{{1}}`.
 * Source: https://developers.facebook.com/documentation/business-messaging/messenger-platform/send-messages/utility-messages
 */
export function templateContent(
  templates: Templates,
  content: Fields,
): Pick<MessengerMessage, 'text' | 'buttons' | 'media'> {
  const name = textIn(content, 'name') ?? '';
  const language = textIn(objectIn(content, 'language') ?? {}, 'code') ?? '';
  const template = templates.find(name, language);
  if (template?.status !== 'APPROVED') throw invalid(`(#100) Template ${name} was not found in ${language}`);
  const components = listIn(content, 'components') ?? [];
  const parametersOf = (type: string) =>
    components.flatMap((component) =>
      textIn(component, 'type') === type ? (listIn(component, 'parameters') ?? []) : [],
    );
  const [button, ...others] = parametersOf('buttons');
  const payload = textIn(button ?? {}, 'payload');
  if (textIn(button ?? {}, 'type') !== 'POSTBACK' || payload === undefined || others.length > 0)
    throw invalid('(#100) User pass less payload than required for POSTBACK button', 1_893_029);
  const body = parametersOf('body').map((parameter) => textIn(parameter, 'text') ?? '');
  return {
    text: filledIn(template, body, invalid('(#100) Number of parameters does not match the template')),
    buttons: [{ kind: 'template', title: template.button, payload: `show_${payload}` }],
    media: null,
  };
}

const invalid = (message: string, subcode?: number) =>
  new GraphError(400, { message, code: 100, ...(subcode !== undefined && { error_subcode: subcode }) });
