import { limits, type PromptRecord } from '@gateway/contract';
import type { NewQuestion } from '../questions.js';
import type { Decided } from './approval.js';
import { cutTo, isObject, stringIn, type EventIdentity, type Hook, type HookOutput, type JsonObject } from './hook.js';

/** A question of the tool AskUserQuestion. */
interface AskedQuestion {
  readonly question: string;
  readonly options: readonly { readonly label: string; readonly description: string | null }[];
  readonly multiSelect: boolean;
}

/**
 * Asks the questions of the tool, and gives the tool its answers: by the text of the question, several choices separated by commas.
 * Null: the input has another form.
 */
export function askUserQuestionHook({
  identity,
  input,
  output,
}: {
  readonly identity: EventIdentity;
  readonly input: JsonObject;
  readonly output: (decided: Decided) => HookOutput;
}): Hook | null {
  const asked = questionsIn(input);
  if (asked.length === 0) return null;
  return {
    ...identity,
    questions: asked.map(questionFor),
    decide: (prompts) => {
      if (prompts.length < asked.length) return null;
      const answers = Object.fromEntries(asked.map(({ question }, index) => [question, answerOf(prompts[index])]));
      return output({ allowed: true, input: { ...input, answers } });
    },
    deny: (message) => output({ allowed: false, message }),
    pass: {},
  };
}

function answerOf(prompt: PromptRecord | undefined): string {
  return prompt?.answer ?? '';
}

function questionsIn({ questions }: JsonObject): AskedQuestion[] {
  if (!Array.isArray(questions)) return [];
  return questions.filter(isObject).flatMap((each) => {
    const question = stringIn(each, 'question');
    const options = Array.isArray(each['options']) ? each['options'].filter(isObject) : [];
    return question === null || question.trim() === ''
      ? []
      : {
          question,
          options: options.map((option) => ({
            label: stringIn(option, 'label') ?? '',
            description: stringIn(option, 'description'),
          })),
          multiSelect: each['multiSelect'] === true,
        };
  });
}

/** People may always answer in their own words, as in the host's dialog. */
function questionFor({ question, options, multiSelect }: AskedQuestion): NewQuestion {
  const lines = options.map(({ label, description }) => `- ${label}${description ? `: ${description}` : ''}`);
  const hint = multiSelect ? ['Several choices: reply with their names, separated by commas.'] : [];
  const labels = [...new Set(options.map(({ label }) => label))].filter(isLabel);
  return {
    text: cutTo([question, ...lines, ...hint].join('\n'), limits.promptText),
    options: labels.slice(0, limits.options),
    allow_text: true,
  };
}

function isLabel(label: string): boolean {
  return label.trim() !== '' && label.length <= limits.optionLabel;
}
