import { rowsOf } from './row.mjs';

/** Who approves an action can approve the next ones like it for some time. */
export const standingApprovals = rowsOf('Standing approvals', {
  'Approve for 1 h approves the action, and the next ones like it without a message until its time is over':
    './grants/life: Approve for 1 h approves the action and answers the next ones like it, until an hour has passed',
  'A rule offers them with arguments that must be equal, a longest time and a number of uses': [
    './grants/api: with %s is refused with its path',
    './grants/api: with max_sec %d offers these buttons: %j',
  ],
  'The question, a trial and the record say in the same words what is covered': [
    './grants/seven-platforms: a question that offers standing approvals says in words what its buttons cover, and a press gives one, on each of the seven platforms',
    './docs/standing-approvals-page: the words of the page are those of the question, of a trial and of the record',
  ],
  'Covered are equal names, equal names of arguments and equal values only':
    './docs/standing-approvals-page: what the page says is covered after a press on the button is covered, and all else is asked',
  'Where three buttons are the most, one gives a standing approval, and other choices are replies':
    './grants/seven-platforms: where three buttons are the most, a standing approval takes the place of Edit, which people choose by a reply',
  'Where the whole action needs a button, none is offered':
    './grants/seven-platforms: where the button that shows the whole action needs the last place, no standing approval is offered',
  'Stop in the chat ends one, with the approvals that it gave and that were not used':
    './grants/life: Stop below the message of a standing approval ends it, and approvals that it gave end, too',
  'The API lists, reads and ends them, by scopes': [
    './grants/api: lists standing approvals by state and in pages, the newest first',
    './grants/api: needs policies:read, and DELETE policies:write',
  ],
  'One that has ended stays as it is, and the audit log has its begin and its end':
    './grants/api: ends a standing approval, which stays as it is after a second request, and audits it once',
  'The clients use such an approval as any other, once': [
    './client/standing-approvals: is approved in the TypeScript client without a person, and the approval is used once',
    './client/standing-approvals: is approved in the Python client without a person, and the approval is used once',
  ],
  'The command says which standing approval answered, in its outcome and in callbacks': [
    './client/standing-approvals: is approved by gateway decide, which prints the standing approval and its rule',
    './client/standing-approvals: is printed by gateway listen with the fields of its callback',
  ],
  'A hook lets a call run by one, and never an input of which a part was sent': [
    './rules/doors: gives what a standing approval covers to the host at once, and uses the approval',
    './rules/doors: does not let an input pass under a standing approval when it was too long to send whole',
  ],
  'A configuration file offers them, and shows and exports what it offers':
    './config-file/rules: shows the standing approvals that a rule offers in a dry run and in an export',
  'The recommended rules ask about less than 30 % of a week of 1,000 actions, and allow nothing dangerous': [
    './docs/standing-approvals-page: are short, and say and offer what the table says',
    './rules/trace: ask about less than 30 % of a week of 1,000 actions, and allow nothing dangerous',
  ],
});
