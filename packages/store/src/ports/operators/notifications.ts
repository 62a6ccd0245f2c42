import type { AudienceMember, DeviceRow, NotificationSettings, NotificationStore } from '@gateway/core';
import { batchOf } from '../../sql/batch.js';
import { among } from '../../sql/conditions.js';
import type { NotificationSettingsRow } from '../../sql/rows.js';
import { storable } from '../../sql/storable.js';
import { noticeStore, skipEvents } from '../prompts/notices.js';
import type { Port } from '../port.js';

const KEYS = 'push-keys';
const ofOperator = 'organization_id = ? AND operator_id = ?';

/** Devices and settings of operators. The background work reads them with each batch, so they are in SQL. */
export function notificationStore(port: Port): NotificationStore {
  const { engine, sql, announce } = port;
  const results = batchOf(engine, 'result', { owner: 'text', device: 'text', error: 'text', at: 'timestamptz' });
  const changed = (organizationId: string, id: string) => announce({ kind: 'operator', organizationId, id });
  const keys = async () =>
    (await sql.first<{ value: string }>('SELECT value FROM gateway_state WHERE name = ?', [KEYS]))?.value ?? null;

  return {
    ...noticeStore(port),

    keys,
    async addKeys(sealed) {
      await sql.run('INSERT INTO gateway_state (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING', [
        KEYS,
        sealed,
      ]);
      return (await keys()) ?? sealed;
    },
    replaceKeys: async ({ before, after }) =>
      (await sql.run('UPDATE gateway_state SET value = ? WHERE name = ? AND value = ?', [after, KEYS, before])) === 1,

    anyDevice: async () => (await sql.first('SELECT 1 AS found FROM push_device LIMIT 1')) !== undefined,

    devices: (organizationId, operatorId) =>
      sql.all<DeviceRow>(`SELECT * FROM push_device WHERE ${ofOperator} ORDER BY created_at DESC, id`, [
        organizationId,
        operatorId,
      ]),

    devicesById: (organizationId, ids) =>
      sql.all<DeviceRow>(`SELECT * FROM push_device WHERE organization_id = ? AND ${among(engine, 'id')}`, [
        organizationId,
        JSON.stringify(ids),
      ]),

    allDevices: (organizationId) =>
      sql.all<DeviceRow>('SELECT * FROM push_device WHERE organization_id = ?', [organizationId]),

    async saveDevice(device, max) {
      const { organizationId, operatorId, sessionId, endpointHash, confirmedAt } = device;
      const saved = await sql.write(async (tx) => {
        // An update without a change: it locks the session, so that its end at the same time also removes the device.
        const isOpen = await tx.run(
          'UPDATE operator_session SET operator_id = operator_id WHERE organization_id = ? AND id = ? AND operator_id = ?',
          [organizationId, sessionId, operatorId],
        );
        if (isOpen === 0) return null;
        if (!(await tx.first('SELECT 1 AS found FROM push_device LIMIT 1'))) await skipEvents(tx, organizationId);
        await tx.run('DELETE FROM push_device WHERE organization_id = ? AND endpoint_hash = ? AND id <> ?', [
          organizationId,
          endpointHash,
          device.id,
        ]);
        const row = await tx.first<DeviceRow>(
          `INSERT INTO push_device (organization_id, id, operator_id, session_id, endpoint_hash, subscription, user_agent, created_at, confirmed_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT (organization_id, id) DO UPDATE SET session_id = excluded.session_id, subscription = excluded.subscription,
             user_agent = excluded.user_agent, confirmed_at = excluded.confirmed_at
           RETURNING *`,
          [
            organizationId,
            device.id,
            operatorId,
            sessionId,
            endpointHash,
            device.subscription,
            storable(device.userAgent),
            confirmedAt,
            confirmedAt,
          ],
        );
        await tx.run(
          `DELETE FROM push_device WHERE organization_id = ? AND id IN (
             SELECT id FROM push_device WHERE ${ofOperator} ORDER BY confirmed_at DESC, id LIMIT 1000 OFFSET ?)`,
          [organizationId, organizationId, operatorId, max],
        );
        return row ?? null;
      });
      if (saved) changed(organizationId, operatorId);
      return saved;
    },

    async removeDevice(organizationId, operatorId, id) {
      const removed = await sql.run(`DELETE FROM push_device WHERE ${ofOperator} AND id = ?`, [
        organizationId,
        operatorId,
        id,
      ]);
      if (removed > 0) changed(organizationId, operatorId);
      return removed > 0;
    },

    resealDevice: async ({ organizationId, id, subscription: before }, after) =>
      (await sql.run(
        'UPDATE push_device SET subscription = ? WHERE organization_id = ? AND id = ? AND subscription = ?',
        [after, organizationId, id, before],
      )) === 1,

    async dropDevices(organizationId, ids) {
      await sql.run(`DELETE FROM push_device WHERE organization_id = ? AND ${among(engine, 'id')}`, [
        organizationId,
        JSON.stringify(ids),
      ]);
    },

    async noteResults(noted, at) {
      const rows = noted.map(({ organizationId, id, error }) => ({
        owner: organizationId,
        device: id,
        error: storable(error),
        at,
      }));
      await sql.run(
        `UPDATE push_device SET last_error = error, failures = CASE WHEN error IS NULL THEN 0 ELSE failures + 1 END,
           last_success_at = CASE WHEN error IS NULL THEN at ELSE last_success_at END
         FROM ${results.table} WHERE organization_id = owner AND id = device AND organization_id = ? AND ${among(engine, 'id')}`,
        [results.parameter(rows), noted[0]?.organizationId ?? '', JSON.stringify(noted.map(({ id }) => id))],
      );
    },

    async settings(organizationId, operatorId) {
      const row = await sql.first<NotificationSettingsRow>(`SELECT * FROM operator_notifications WHERE ${ofOperator}`, [
        organizationId,
        operatorId,
      ]);
      return row ? settingsOf(row) : null;
    },

    async saveSettings(organizationId, operatorId, { channels, onlyMine, quietHours, alerts }, at) {
      await sql.write(async (tx) => {
        await tx.run(
          `INSERT INTO operator_notifications (organization_id, operator_id, channels, only_mine, quiet_from, quiet_to, time_zone, alerts)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT (organization_id, operator_id) DO UPDATE SET channels = excluded.channels, only_mine = excluded.only_mine,
             quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, time_zone = excluded.time_zone,
             alerts = excluded.alerts`,
          [
            organizationId,
            operatorId,
            channels && JSON.stringify(channels),
            onlyMine,
            quietHours?.from ?? null,
            quietHours?.to ?? null,
            quietHours?.timeZone ?? null,
            alerts,
          ],
        );
        await tx.run(
          `UPDATE push_notice SET due_at = ? WHERE due_at > ? AND attempts = 0 AND organization_id = ?
           AND device_id IN (SELECT id FROM push_device WHERE ${ofOperator})`,
          [at, at, organizationId, organizationId, operatorId],
        );
      });
      changed(organizationId, operatorId);
    },

    async audience(organizationId, since) {
      const rows = await sql.all<AudienceRow>(
        `SELECT d.id, d.operator_id, o.name, o.role, n.channels, n.only_mine, n.quiet_from, n.quiet_to, n.time_zone, n.alerts
         FROM push_device d JOIN operator o ON o.organization_id = d.organization_id AND o.id = d.operator_id
         LEFT JOIN operator_notifications n ON n.organization_id = d.organization_id AND n.operator_id = d.operator_id
         WHERE d.organization_id = ? AND d.confirmed_at > ? ORDER BY d.id`,
        [organizationId, since],
      );
      const members = new Map<string, AudienceMember>();
      for (const row of rows) {
        const devices = [...(members.get(row.operatorId)?.devices ?? []), row.id];
        const { operatorId, name, role } = row;
        members.set(operatorId, { operatorId, name, role, settings: settingsOf(row), devices });
      }
      return [...members.values()];
    },
  };
}

type StoredSettings = Omit<NotificationSettingsRow, 'organizationId' | 'operatorId' | 'onlyMine'> & {
  /** Null: the operator has no settings. */
  readonly onlyMine: boolean | null;
};

interface AudienceRow extends StoredSettings {
  readonly id: string;
  readonly operatorId: string;
  readonly name: string;
  readonly role: string;
}

function settingsOf({
  channels,
  onlyMine,
  quietFrom,
  quietTo,
  timeZone,
  alerts,
}: StoredSettings): NotificationSettings {
  return {
    channels,
    onlyMine: onlyMine ?? true,
    quietHours:
      quietFrom === null || quietTo === null || timeZone === null ? null : { from: quietFrom, to: quietTo, timeZone },
    alerts,
  };
}
