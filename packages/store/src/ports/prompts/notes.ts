import type { NoteStore } from '@gateway/core';
import { among } from '../../sql/conditions.js';
import { Expression, insertInto } from '../../sql/insert.js';
import type { NoteRow, PromptRow } from '../../sql/rows.js';
import { runUnit } from '../../sql/steps.js';
import { storable } from '../../sql/storable.js';
import type { Port } from '../port.js';
import { postsStep } from './posts.js';
import { promptEvent, streamEventStep } from '../deliveries/stream-events.js';

/** The notes of agents. The row of the prompt counts them, so that no two requests take the same place. */
export function noteStore(port: Port): NoteStore {
  const { engine, sql, announce } = port;
  const eventsAfter = streamEventStep(engine);

  return {
    async add(note, { most, notAfter }, posts) {
      const { organizationId, promptNum: num, at } = note;
      const row = {
        ...note,
        text: storable(note.text),
        url: storable(note.url),
        number: new Expression('noted.note_count'),
      };
      const [statement, params] = insertInto('prompt_note', row, new Expression('noted'));
      const { noted } = await runUnit<{ noted: PromptRow }>(port, [
        {
          name: 'noted',
          statement: `
            UPDATE prompt SET note_count = note_count + 1, noted_at = ?
            WHERE organization_id = ? AND num = ? AND note_count < ? AND (noted_at IS NULL OR noted_at <= ?)
            RETURNING *`,
          params: [at, organizationId, num, most, notAfter],
        },
        { name: 'written', statement, params },
        ...(posts.length > 0 ? [postsStep(engine, 'noted', posts)] : []),
        eventsAfter('noted', [promptEvent('prompt.noted', { organizationId, num }, at)]),
      ]);
      if (noted) announce({ kind: 'prompt', organizationId, num });
      return noted ?? null;
    },

    of: (organizationId, nums) =>
      sql.all<NoteRow>(
        `SELECT * FROM prompt_note WHERE organization_id = ? AND ${among(engine, 'prompt_num', 'integer')}
         ORDER BY prompt_num, number`,
        [organizationId, JSON.stringify(nums)],
      ),
  };
}
