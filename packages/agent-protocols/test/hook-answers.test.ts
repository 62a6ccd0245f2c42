import { describe, expect, it } from 'vitest';
import { translators } from '@gateway/agent-protocols/hooks';
import { answered, claude, events, hookOf, session } from './events.js';

describe('AskUserQuestion', () => {
  it('becomes one question after the other, and its answers are given by the text of the question', () => {
    const hook = hookOf('claude-code', events.question);
    expect(hook.questions).toMatchObject([
      {
        text: 'Which library?\n- date-fns: Small\n- luxon: Time zones',
        options: ['date-fns', 'luxon'],
        allow_text: true,
      },
      { options: ['Linux', 'macOS'], allow_text: true },
    ]);
    expect(hook.questions[1]?.text).toContain('separated by commas');
    expect(hook.decide([answered('luxon')])).toBeNull();
    expect(hook.decide([answered('luxon'), answered('Linux, macOS')])).toEqual(
      claude('PreToolUse', {
        permissionDecision: 'allow',
        updatedInput: {
          ...events.question.tool_input,
          answers: { 'Which library?': 'luxon', 'Which platforms?': 'Linux, macOS' },
        },
      }),
    );
  });

  it('is answered through PermissionRequest in the same way', () => {
    const hook = hookOf('claude-code', { ...events.question, hook_event_name: 'PermissionRequest' });
    expect(hook.decide([answered('luxon'), answered('Linux')])).toMatchObject(
      claude('PermissionRequest', {
        decision: { behavior: 'allow', updatedInput: { answers: { 'Which platforms?': 'Linux' } } },
      }),
    );
  });
});

describe('Elicitation', () => {
  const form = {
    ...session,
    hook_event_name: 'Elicitation',
    mcp_server_name: 'tickets',
    message: 'Create the ticket?',
    requested_schema: {
      type: 'object',
      properties: {
        urgent: { type: 'boolean' },
        kind: { type: 'string', enum: ['bug', 'wish'] },
        points: { type: 'integer' },
        tags: { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] } },
        note: { type: 'string', title: 'Note' },
      },
      required: ['urgent', 'kind', 'points', 'tags'],
    },
  };
  const accept = (content: object) => claude('Elicitation', { action: 'accept', content });

  it('asks for each value, and gives the server values of the right types', () => {
    const hook = hookOf('claude-code', form);
    expect(hook.questions.map(({ options }) => options)).toEqual([
      ['Yes', 'No', 'Decline'],
      ['bug', 'wish', 'Decline'],
      ['Decline'],
      ['Decline'],
      ['Skip', 'Decline'],
    ]);
    const values = ['No', 'wish', '3', 'a, c', 'Skip'].map(answered);
    expect(hook.decide(values.slice(0, 4))).toBeNull();
    expect(hook.decide(values)).toEqual(accept({ urgent: false, kind: 'wish', points: 3, tags: ['a', 'c'] }));
    expect(hook.decide([...values.slice(0, 4), answered('soon')])).toMatchObject(accept({ note: 'soon' }));
  });

  it('is declined by one press', () => {
    const declined = claude('Elicitation', { action: 'decline' });
    expect(hookOf('claude-code', form).decide([answered('Yes'), answered('Decline')])).toEqual(declined);
    expect(hookOf('claude-code', form).deny('Too late.')).toEqual(declined);
  });

  it.each([
    ['a number', 2, 'many'],
    ['a choice', 3, 'a, z'],
  ])('is left to the host when the answer is %s, which does not fit', (_what, index, text) => {
    const values = ['No', 'wish', '3', 'a', 'Skip'].map((each, at) => answered(at === index ? text : each));
    expect(hookOf('claude-code', form).decide(values)).toBeNull();
  });

  it('without values is accepted or declined', () => {
    const hook = hookOf('claude-code', { ...form, requested_schema: { type: 'object', properties: {} } });
    expect(hook.questions).toMatchObject([{ options: ['Accept', 'Decline'] }]);
    expect(hook.decide([answered('Accept')])).toEqual(accept({}));
  });

  it('that opens an address is left to the host', () => {
    const event = { ...form, mode: 'url', url: 'https://example.com/sign-in' };
    expect(translators['claude-code'](event, { askReason: 'never' })).toBeNull();
  });
});
