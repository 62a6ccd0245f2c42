import { expect, it } from 'vitest';
import { isTaker } from '../src/features/prompts/taking/taker.js';

const at = '2026-01-01T10:00:00.000Z';
const people = [
  { person_id: 'ada', name: 'Ada', identities: [], operator_id: 'op-1', groups: [], created_at: at, updated_at: at },
];
const taken = (person_id: string | null, operator_id: string | null) => ({
  taken_by: { person_id, operator_id, name: 'Ada' },
});

it('an operator has a prompt that they took in the console, or as the person that names them in a chat', () => {
  const isOwn = (prompt: Parameters<typeof isTaker>[1]) => isTaker('op-1', prompt, { people });
  expect(isOwn(taken('ada', null))).toBe(true);
  expect(isOwn(taken(null, 'op-1'))).toBe(true);
  expect(isOwn(taken('bo', null))).toBe(false);
  expect(isOwn(taken(null, null))).toBe(false);
  expect(isOwn({ taken_by: null })).toBe(false);
  expect(isTaker('op-1', taken('ada', 'op-1'), { people: [] }), 'without the right to read people').toBe(true);
});
