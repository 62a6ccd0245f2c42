import { checkToken, createWebhook, probe } from '@gateway/graph-api';
import { isPlatformError, type Connection, type Probe } from '@gateway/platform-kit';
import { createWhatsApp, type WhatsApp } from './api.js';
import type { WhatsAppContext } from './credentials.js';
import { WHATSAPP } from './errors.js';
import { createReadFile } from './files.js';
import { readEntries } from './inbound.js';
import { createPeople } from './people.js';
import { parseTarget } from './person.js';
import { sendMessage, sendPrompt } from './prompts.js';
import { createSentOrder } from './sent-order.js';
import { problemOfTemplate, sendTemplate } from './template.js';

export function connect(context: WhatsAppContext): Connection {
  const { credentials, webhookUrl } = context;
  const whatsapp = createWhatsApp(context);
  const people = createPeople(context.state);
  const order = createSentOrder();
  const readFile = createReadFile(context, whatsapp);
  const closed = new AbortController();

  return {
    async probe(target, signal) {
      const result = await probe(
        () => whatsapp.describe(signal),
        async () => describePerson(target),
      );
      return result.ok
        ? { ...result, ...(await subscription(whatsapp, credentials.business_account_id, signal)) }
        : result;
    },
    sendMessage: (message, signal) => sendMessage(whatsapp, message, signal),
    // Without an address, no status arrives.
    sendPrompt: (question, signal) => sendPrompt(whatsapp, question, webhookUrl === null ? null : order, signal),
    sendTemplate: (message, signal) => sendTemplate(whatsapp, message, signal),
    templateProblem: (template, signal) =>
      problemOfTemplate(whatsapp, credentials.business_account_id, template, signal),
    webhook: createWebhook(WHATSAPP, context, {
      async read(entries) {
        const inbound = readEntries(entries, credentials.phone_number_id, readFile);
        const { events, reports, statuses, moves, otherAccounts } = inbound;
        for (const id of statuses) order.note(id);
        if (moves.length > 0) await context.reportMoved(moves);
        return {
          events: await Promise.all(events.map(people.withNumber)),
          reports: await Promise.all(reports.map(people.withNumber)),
          otherAccounts,
        };
      },
      async stored(events, outcomes) {
        // Only of people with a channel: anybody can write to the number.
        for (const [index, { targets }] of events.entries())
          if (outcomes[index]?.result !== 'ignored') await people.remember(targets);
      },
      send: (message) => sendMessage(whatsapp, message, closed.signal),
    }),
    isAccount: async (name) => name === credentials.phone_number_id,
    register: (signal) => checkToken(whatsapp.describe(signal)),
    close: async () => closed.abort(),
  };
}

/** Whether events can arrive. The question needs a permission that sending does not need. */
async function subscription(
  whatsapp: WhatsApp,
  businessAccount: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Partial<Probe>> {
  if (!businessAccount) return {};
  try {
    if (await whatsapp.isSubscribed(businessAccount, signal)) return {};
    const problem =
      'The app is not subscribed to the WhatsApp business account, so no events arrive: step 4 of the guide has the request.';
    return { ok: false, problems: [problem] };
  } catch (error) {
    const reason = isPlatformError(error) ? ` ${error.explanation}` : '';
    const remark =
      'Whether the app is subscribed to the WhatsApp business account could not be checked: that needs the permission ' +
      `whatsapp_business_management and the right business account ID.${reason}`;
    return { remarks: [remark] };
  }
}

/** WhatsApp does not say who has an account, so only sending a message shows whether a person can be reached. */
function describePerson(target: string): { id: string; name: string } {
  const id = parseTarget(target);
  return { id, name: /^\d/.test(id) ? `+${id}` : id };
}
