import { ControlError } from '@gateway/sandbox/server';
import type { ControlInput, ControlRoutes } from '../common/control.js';
import type { TeamsPress, TeamsSimulator, TeamsTextOptions } from './simulator-types.js';

/** The simulator's functions over HTTP. */
export function controlRoutes(simulator: () => TeamsSimulator): ControlRoutes {
  return {
    'GET /state': () => {
      const { appId, appPassword, tenantId, endpoints } = simulator();
      return { appId, appPassword, tenantId, endpoints };
    },
    'GET /messages': ({ conversation }) =>
      simulator().messages(conversation === undefined ? undefined : text(conversation, 'conversation')),
    'GET /calls': ({ method }) => simulator().calls(method === undefined ? {} : { method: text(method, 'method') }),
    'POST /webhook': ({ url }) => simulator().setWebhook(text(url, 'url')),
    'POST /people': ({ name }) => simulator().addPerson(name === undefined ? {} : { name: text(name, 'name') }),
    'POST /conversations': (input) => {
      const { id } = simulator().addConversation(input);
      return { id };
    },
    'POST /install': ({ conversation }) => simulator().install(text(conversation, 'conversation')),
    'POST /uninstall': ({ conversation }) => simulator().uninstall(text(conversation, 'conversation')),
    'POST /text': (input) => simulator().write(required(input, ['conversation', 'text']) as unknown as TeamsTextOptions),
    'POST /press': (input) => simulator().press(required(input, ['conversation', 'button']) as unknown as TeamsPress),
    'POST /redeliver': () => simulator().redeliver(),
    'POST /faults': ({ method, ...fault }) => simulator().failNext(text(method, 'method'), fault),
  };
}

function required(input: ControlInput, names: readonly string[]): ControlInput {
  for (const name of names) if (input[name] === undefined) throw new ControlError(`"${name}" is missing`);
  return input;
}

function text(value: unknown, name: string): string {
  if (typeof value !== 'string' || value === '') throw new ControlError(`"${name}" must be a text`);
  return value;
}
