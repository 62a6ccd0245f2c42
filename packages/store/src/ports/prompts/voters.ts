import type { VotersNow, VoteRow } from '@gateway/core';
import { among } from '../../sql/conditions.js';
import type { ChannelRow, OperatorRow } from '../../sql/rows.js';
import type { Sql } from '../../sql/sql.js';
import { peopleReader } from '../people/people-lookups.js';
import type { Port } from '../port.js';

/** Reads who the voters of a prompt are, and its channels, in the unit of work that counts the votes. `channelIds`: those of the prompt. */
export function votersReader(engine: Port['engine']) {
  const readPeople = peopleReader(engine);
  const operatorsOf = `SELECT id, role FROM operator WHERE organization_id = ? AND ${among(engine, 'id')}`;
  const channelsOf = `SELECT * FROM channel WHERE organization_id = ? AND ${among(engine, 'channel_id')}`;

  return async (
    tx: Sql,
    { organizationId, channelIds }: { readonly organizationId: string; readonly channelIds: readonly string[] },
    votes: readonly VoteRow[],
  ): Promise<VotersNow> => {
    const identities = votes.flatMap(({ platform, userId, aliases }) =>
      platform === null || userId === null ? [] : [userId, ...(aliases ?? [])].map((id) => ({ platform, userId: id })),
    );
    const operatorIds = votes.flatMap(({ operatorId }) => operatorId ?? []);
    const allIds = new Set([...channelIds, ...votes.map((vote) => vote.channelId)]);
    return {
      people: await readPeople(tx, organizationId, { identities, operatorIds }),
      operators:
        operatorIds.length === 0
          ? []
          : await tx.all<Pick<OperatorRow, 'id' | 'role'>>(operatorsOf, [organizationId, JSON.stringify(operatorIds)]),
      channels: await tx.all<ChannelRow>(channelsOf, [organizationId, JSON.stringify([...allIds])]),
    };
  };
}
