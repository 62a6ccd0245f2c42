import type { NotificationSettings } from '@gateway/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChannelsField } from '../../../components/channels-field.js';
import { Button } from '../../../components/ui/button.js';
import { Card } from '../../../components/ui/card.js';
import { Loaded } from '../../../components/ui/list/loaded.js';
import { Notice } from '../../../components/ui/notice.js';
import { Failure, SkeletonRows } from '../../../components/ui/list/states.js';
import { Switch } from '../../../components/ui/form/switch.js';
import { useLocalChoice } from '../../../lib/storage/local-choice.js';
import { pushProblem, turnOff, turnOn } from '../../../lib/push/push.js';
import { pushOperator, soundChoice } from '../../../lib/push/push-choice.js';
import { useSession } from '../../../lib/session/session.js';
import { playSound } from '../../../lib/push/sound.js';
import { Devices } from './devices.js';
import { notificationsQuery, useChange } from './queries.js';
import { QuietHours } from './quiet-hours.js';
import { t } from './texts.js';

/** Which prompts the operator is notified of, and in which browsers. */
export function NotificationsCard() {
  return (
    <Card title={t.title} help={t.help}>
      <Loaded query={useQuery(notificationsQuery)} loading={<SkeletonRows rows={3} />}>
        {(settings) => (
          <div className="grid gap-6">
            <ThisBrowser settings={settings} />
            <Devices devices={settings.devices} />
            <Which settings={settings} />
            <QuietHours settings={settings} />
            <Sound />
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function ThisBrowser({ settings }: { readonly settings: NotificationSettings }) {
  const { operator } = useSession();
  const client = useQueryClient();
  const isChosen = useLocalChoice(pushOperator) === operator.id;
  const device = settings.devices.find(({ current }) => current);
  const isOn = isChosen && device !== undefined;
  const change = useMutation({
    mutationFn: async () => {
      await (isOn ? turnOff(device) : turnOn(settings.public_key, operator.id));
    },
    onSettled: () => client.invalidateQueries(notificationsQuery),
  });
  const problem = pushProblem();
  return (
    <div className="grid gap-3">
      {problem === null ? (
        <div>
          <Button look={isOn ? undefined : 'primary'} busy={change.isPending} onClick={() => change.mutate()}>
            {isOn ? t.turnOff : t.turnOn}
          </Button>
        </div>
      ) : (
        <Notice tone="wait">{problem}</Notice>
      )}
      {change.isError && <Failure bare error={change.error} />}
    </div>
  );
}

function Which({ settings }: { readonly settings: NotificationSettings }) {
  const change = useChange();
  return (
    <div className="grid gap-4">
      <Switch
        label={t.onlyMine}
        help={t.onlyMineHelp}
        checked={settings.only_mine}
        onChange={(only_mine) => change.mutate({ only_mine })}
      />
      <ChannelsField
        label={t.channels}
        type="PROMPT"
        channels={settings.channels ?? []}
        onChange={(channels) => change.mutate({ channels: channels.length > 0 ? [...channels] : null })}
      />
      <Switch
        label={t.alerts}
        help={t.alertsHelp}
        checked={settings.alerts}
        onChange={(alerts) => change.mutate({ alerts })}
      />
    </div>
  );
}

function Sound() {
  const isOn = useLocalChoice(soundChoice) === 'on';
  return (
    <Switch
      label={t.sound}
      help={t.soundHelp}
      checked={isOn}
      onChange={(checked) => {
        soundChoice.set(checked ? 'on' : '');
        if (checked) void playSound();
      }}
    />
  );
}
