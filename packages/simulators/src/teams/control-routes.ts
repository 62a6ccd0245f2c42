import { filesInput } from '../common/control-files.js';
import { requiredInput, textInput } from '../common/control-input.js';
import type { ControlRoutes } from '../common/control.js';
import type { TeamsFilesOptions, TeamsPress, TeamsSimulator, TeamsTextOptions } from './simulator-types.js';

/** The simulator's functions over HTTP, without those of the call log and the faults. */
export function controlRoutes(simulator: () => TeamsSimulator): ControlRoutes {
  return {
    'GET /state': () => {
      const { appId, appPassword, tenantId, endpoints } = simulator();
      return { appId, appPassword, tenantId, endpoints };
    },
    'GET /messages': ({ conversation }) =>
      simulator().messages(conversation === undefined ? undefined : textInput(conversation, 'conversation')),
    'POST /webhook': ({ url }) => simulator().setWebhook(textInput(url, 'url')),
    'POST /people': ({ name }) => simulator().addPerson(name === undefined ? {} : { name: textInput(name, 'name') }),
    'POST /conversations': (input) => {
      const { id } = simulator().addConversation(input);
      return { id };
    },
    'POST /install': ({ conversation }) => simulator().install(textInput(conversation, 'conversation')),
    'POST /uninstall': ({ conversation }) => simulator().uninstall(textInput(conversation, 'conversation')),
    'POST /text': (input) =>
      simulator().write(requiredInput(input, 'conversation', 'text') as unknown as TeamsTextOptions),
    'POST /files': (input) =>
      simulator().sendFiles({
        ...(requiredInput(input, 'conversation') as unknown as TeamsFilesOptions),
        files: filesInput(input),
      }),
    'POST /press': (input) =>
      simulator().press(requiredInput(input, 'conversation', 'button') as unknown as TeamsPress),
    'GET /dialog': ({ person }) => ({ dialog: simulator().dialog({ id: textInput(person, 'person') }) }),
    'POST /submit': ({ person, values }) =>
      simulator().submit({ person: { id: textInput(person, 'person') }, values: values as string[] }),
    'POST /redeliver': () => simulator().redeliver(),
  };
}
