import { rowsOf } from './row.mjs';

/** Points of decisions, people, policies and hooks that were settled after the interface was tried. */
export const settled = rowsOf('Settled', {
  'An agent key cannot swap the bot, chat or receiver of a channel with approvers, a policy or a step': [
    './own-action/own-action: by another bot, chat or receiver of a guarded channel on %s',
    './own-action/own-action: with a key that is limited to channels on %s',
  ],
  'A prompt is answered only through the account that posted it': [
    './own-action/proven-channels: is not answered through them if an agent set them, until they are given again with people:write',
    './own-action/proven-channels: is answered through them if they were set with people:write',
  ],
  'A list and a policy use proven channels only': [
    './own-action/own-action: by a channel of its own with the same bot or chat on %s',
    './own-action/proven-channels: an answer of an approver does not count in a chat that an agent chose, and counts in the console',
    './own-action/proven-channels: a policy that names a channel and an agent who changes its credentials at the same time never both succeed',
    './own-action/proven-channels: the record of a channel says who set its credentials last',
    './own-action/proven-channels: a configuration file proves the channels that it declares, also one that an agent registered with the same values',
  ],
  'A policy that a prompt names does not widen who answers': [
    'policy-limits: is accepted when it widens nothing, when the channel prescribes it, and with policies:write',
    'policy-limits: approvers in a step of a policy need people:write when it is made or changed',
    'policy-limits: makes no policy with a step into another channel, existing or not',
  ],
  'Labels that look alike or hide characters are refused': [
    'labels: are refused with 400 when they are %s',
    'labels: in options and labels are refused with 400: %s',
  ],
  'A number in arguments survives or is refused': [
    'exact-numbers: that is written as %s is refused with its path, because reading would change it',
    'exact-numbers: from the console is refused when reading would change it',
  ],
  'At the deciding press only the votes of those count who may answer then': [
    'vote-changes: of a person who has left the group of the approvers',
    'vote-changes: a second time when two accounts were joined to one person: the later one is the vote',
  ],
  'An excluded requester stays excluded, and is shown in the chat': [
    'requester: stays excluded on the account that the person had when the prompt was asked',
    'requester: is excluded on an account that the person was given after the prompt was asked',
    'requester: stands with every question that has one, says that it is the word of the agent, and stays when the question is closed',
  ],
  'Record and callback carry the same words of a vote': [
    'vote-changes: are the same in record and callback when the voter became a person between press and words',
    'vote-changes: are kept in the record and change nothing in a callback that was sent',
  ],
  'A typed label counts as the press for decisions': 'edits: of an option counts only where the prompt takes texts',
  'One form part of options is a JSON array': 'prompt-form: name the expected form of %s when it is %s',
  'A second edit starts from the first one': 'edits: starts from their first one, and shows all that was changed',
  'A limited key reads and changes nothing of other channels, by any route or tool': [
    './limited-keys/routes: every route is classified: its attempts are listed, or it is public or needs a session',
    './limited-keys/routes: a request of a limited key changes nothing in another channel and tells nothing of it',
    './limited-keys/routes: counts its own channels only',
    './limited-keys/mcp: a tool that a limited key calls changes nothing in another channel and tells nothing of it',
  ],
  'The console refuses an approval with other arguments':
    'edits: with other arguments than those asked for is refused with 400, and the prompt stays pending',
  'A further chat that hangs holds the reply for 3 s':
    'several-chats: a second chat that hangs holds the reply for 3 s, and gets the question in the background',
  'An approval of a hook counts for its input, and once without an id': [
    'hook-identity: is not returned for another command with the same tool use id',
    'hook-identity: is returned once when the host gave the tool use no id',
  ],
});
