import { rowsOf } from './row.mjs';

/** Rules say which action needs whom. */
export const rules = rowsOf('Rules', {
  'The first rule that matches decides, by patterns of names': [
    './rules/matching: decides, in the order of the positions and not of their creation',
    './rules/matching: matches the whole name, where * is any run of characters, dots and none included',
  ],
  'A condition that is not valid is refused with its place': './rules/conditions: is refused with line and column',
  'A condition that fails counts as true, and then allow asks':
    './rules/conditions: asks instead of allowing, and goes on denying: the reply and the audit log say why',
  'The work of conditions is limited': [
    './rules/condition-cost: is refused before it is evaluated',
    './rules/condition-cost: is limited together: one of 100 rules with loops is the last that is evaluated',
  ],
  'A rule that allows does not read the channel, which the agent chooses':
    './rules/conditions: is refused also when a change gives only the verdict, or only the condition',
  'Allow and deny answer at once, without a message': [
    './rules/verdicts: a rule that allows answers with approve, without a message, and its approval is used once within 300 s',
    './rules/verdicts: answers with reject and its reason with any choices of the question, without a message',
    './rules/verdicts: gives the only one of approving_options, and asks where there are several or none',
    './rules/verdicts: says that a rule decided, which one, and that there is no chat',
  ],
  'The approval of a rule ends with the rule, and after 300 s': [
    './rules/verdicts: the approval of a rule ends when the rule is changed or deleted, and not when the rule gets another place',
    './rules/verdicts: lapses after 300 s, also where the agent wants more',
    './rules/several-instances: an approval is never used after the change of its rule was confirmed on another instance',
  ],
  'A name with look-alikes is never allowed': './rules/matching: is never allowed, by no pattern',
  'Channels, policy, approvers and times of a rule hold for every prompt that matches': [
    './rules/prompts-under-rules: refuse any other one, as the first or a further one, and also where the rule allows or denies',
    './rules/prompts-under-rules: is that of a prompt that names none or the same, and another is refused',
    './rules/judges: must be on the lists of the rule, the channel and the prompt, and the agent cannot widen them',
    './rules/prompts-under-rules: make an approval usable for the smaller time',
  ],
  'A prompt that a rule asks about takes no labels and options, unless the rule says so':
    './rules/prompts-under-rules: are refused where the rule asks, and allowed where the rule allows them',
  'Rules bear on proven channels only': [
    './rules/unproven-channels: a rule cannot name a channel whose bot an agent chose, at its creation or later',
    './rules/unproven-channels: an agent cannot have a question of a rule asked in a channel of its own, also not as the second one',
    './rules/unproven-channels: the bot, the chat and the receiver of a channel that a rule names need people:write',
  ],
  'Title and fields of a rule are drawn in visible form, and hide nothing': [
    './rules/drawing: come first, in their order and under their labels, and all other arguments follow under their own keys',
    './rules/seven-platforms: a question under a rule shows its title, its fields and every other argument on each of the seven platforms',
  ],
  'Rules apply at every door': [
    './rules/doors: judges each entry by itself: one is allowed, one denied, one asked',
    './rules/doors: is judged: it returns the answer of a rule at once, and an approval is used once',
    './rules/doors: gives the verdict of a rule to the host at once, without a message, and uses the approval',
  ],
  'Rules are tried, and compared with past actions': [
    './rules/past-actions: takes a draft in place of the stored rule with its id and position, and judges for the key that is named',
    './rules/past-actions: compares what happened with what the rules or a draft say now, within the days asked for',
  ],
  'Rules need policies:write, with approvers people:write, and never a limited key': [
    './rules/rights: cannot set, change or remove the approvers of a rule, delete such a rule, or put another before it',
    './rules/rights: writes no rules, with any scopes',
  ],
  'A configuration file declares rules, which come first': [
    './config-file/rules: the rules of a file come first, in its order, and another order changes no version',
    './config-file/rules: takes over a rule of the API, releases it after all others, and deletes it with --prune',
  ],
});
