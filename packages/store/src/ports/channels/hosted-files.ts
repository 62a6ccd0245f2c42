import type { AnswerFile, DueFile, HostedFileStore } from '@gateway/core';
import { among } from '../../sql/conditions.js';
import { Expression, insertInto } from '../../sql/insert.js';
import type { HostedFileChunkRow, HostedFileRow } from '../../sql/rows.js';
import { runUnit, type Step } from '../../sql/steps.js';
import type { Port } from '../port.js';

/** How many chunks one statement deletes: on SQLite every other write waits for it. */
const CHUNKS_PER_DELETE = 16;

/** The files of an answer that counts exist as long as its prompt: `closed` is its row. */
export const keepFilesStep = (
  engine: Port['engine'],
  closed: string,
  files: readonly AnswerFile[],
  at: Date,
): Step => ({
  name: 'kept',
  statement: `UPDATE hosted_file SET ends_at = NULL, check_at = ? FROM ${closed} WHERE ${among(engine, 'token_hash')}`,
  params: [at, JSON.stringify(files.map(({ tokenHash }) => tokenHash))],
});

const kilobytes = (bytes: number) => Math.ceil(bytes / 1024);

export function hostedFileStore(port: Port): HostedFileStore {
  const { engine, sql, scheduleWalTruncate } = port;
  return {
    async add({ organizationId, ...file }, maxKb) {
      const kb = kilobytes(file.size);
      const [insert, params] = insertInto(
        'hosted_file',
        { ...file, organizationId: new Expression('counted.id') },
        new Expression('counted'),
      );
      const { added } = await runUnit<{ added: object }>(port, [
        {
          name: 'counted',
          statement:
            'UPDATE organization SET hosted_kb = hosted_kb + ? WHERE id = ? AND hosted_kb + ? <= ? RETURNING id',
          params: [kb, organizationId, kb, maxKb],
        },
        { name: 'added', statement: `${insert} RETURNING token_hash`, params },
      ]);
      return added !== undefined;
    },

    async append(tokenHash, number, bytes) {
      await sql.run('INSERT INTO hosted_file_chunk (token_hash, number, bytes) VALUES (?, ?, ?)', [
        tokenHash,
        number,
        bytes,
      ]);
    },

    async find(tokenHash, now) {
      const row = await sql.first<HostedFileRow>(
        'SELECT * FROM hosted_file WHERE token_hash = ? AND (ends_at IS NULL OR ends_at > ?)',
        [tokenHash, now],
      );
      return row ?? null;
    },

    async ofPrompt(organizationId, promptNum, now) {
      const row = await sql.first<HostedFileRow>(
        `SELECT * FROM hosted_file WHERE organization_id = ? AND prompt_num = ? AND NOT of_answer AND (ends_at IS NULL OR ends_at > ?)
         ORDER BY check_at, token_hash LIMIT 1`,
        [organizationId, promptNum, now],
      );
      return row ?? null;
    },

    async chunk(tokenHash, number) {
      const row = await sql.first<Pick<HostedFileChunkRow, 'bytes'>>(
        'SELECT bytes FROM hosted_file_chunk WHERE token_hash = ? AND number = ?',
        [tokenHash, number],
      );
      return row?.bytes ?? null;
    },

    due: (now, limit) =>
      sql.all<DueFile>(
        `SELECT file.token_hash, file.ends_at, file.of_answer, prompt.state AS prompt_state FROM hosted_file file
         LEFT JOIN prompt ON prompt.organization_id = file.organization_id AND prompt.num = file.prompt_num
         WHERE file.check_at <= ? ORDER BY file.check_at LIMIT ?`,
        [now, limit],
      ),

    async reschedule(tokenHashes, { checkAt, endsAt }) {
      await sql.run(`UPDATE hosted_file SET check_at = ?, ends_at = ? WHERE ${among(engine, 'token_hash')}`, [
        checkAt,
        endsAt,
        JSON.stringify(tokenHashes),
      ]);
    },

    async remove(tokenHash) {
      let deleted: number;
      do {
        deleted = await sql.run(
          `DELETE FROM hosted_file_chunk WHERE token_hash = ? AND number IN (
             SELECT number FROM hosted_file_chunk WHERE token_hash = ? ORDER BY number LIMIT ?)`,
          [tokenHash, tokenHash, CHUNKS_PER_DELETE],
        );
      } while (deleted === CHUNKS_PER_DELETE);
      await sql.write(async (tx) => {
        const [file] = await tx.all<Pick<HostedFileRow, 'organizationId' | 'size'>>(
          'DELETE FROM hosted_file WHERE token_hash = ? RETURNING organization_id, size',
          [tokenHash],
        );
        if (file)
          await tx.run('UPDATE organization SET hosted_kb = hosted_kb - ? WHERE id = ?', [
            kilobytes(file.size),
            file.organizationId,
          ]);
      });
      scheduleWalTruncate();
    },
  };
}
