import { expect, it } from 'vitest';
import { newPrompt } from '@gateway/contract';
import { hasPython, startPython } from './python.js';

it.skipIf(!hasPython)('the Python client has the fields of the contract for new prompts', async () => {
  const program = startPython([
    '-c',
    'import json; from gateway_client import PromptFields; print(json.dumps(list(PromptFields.__annotations__)))',
  ]);
  const [fields] = await program.results();
  expect(new Set([...fields, 'text'])).toEqual(new Set(Object.keys(newPrompt.shape)));
});

it.skipIf(!hasPython)("the Python client's own tests pass", async () => {
  await startPython(['-m', 'unittest', 'discover', '-s', 'tests']).ended();
});
