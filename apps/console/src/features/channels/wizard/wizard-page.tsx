import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Page } from '../../../components/ui/page.js';
import { Loaded } from '../../../components/ui/list/loaded.js';
import { Notice } from '../../../components/ui/notice.js';
import { platformsQuery } from '../../../lib/records/platforms.js';
import { useMay } from '../../../lib/session/session.js';
import { emptyDraft, type Draft } from './draft.js';
import { AnswersStep } from './answers-step.js';
import { readDraft, storeDraft } from './stored-draft.js';
import { ConnectStep } from './connect-step.js';
import { GuideStep } from './guide-step.js';
import { PlatformStep } from './platform-step.js';
import { nameOfStep, Progress } from './progress.js';
import { t as shared } from '../texts.js';
import { t } from './texts.js';

const route = getRouteApi('/shell/channels/+new');

/** Creates a channel in four steps. The step is in the URL; a reload keeps the draft without its secrets. */
export function WizardPage() {
  const { platform: chosen, step } = route.useSearch();
  const navigate = useNavigate({ from: '/channels/+new' });
  const [before] = useState(() => readDraft(chosen));
  const [draft, setDraft] = useState<Draft>(before?.draft ?? emptyDraft);
  // The channel id must be confirmed first, also when the back button opens a later step.
  const [isNamed, setIsNamed] = useState(before?.isNamed ?? false);
  const query = useQuery(platformsQuery);
  const platform = query.data?.find(({ id }) => id === chosen);
  useEffect(() => {
    if (platform) storeDraft(platform, draft, isNamed);
  }, [platform, draft, isNamed]);
  const may = useMay('channels:write');
  const change = (next: Partial<Draft>) => setDraft((old) => ({ ...old, ...next }));
  return (
    <Page title={shared.add} back={{ to: '/channels', label: shared.title }}>
      {!may && <Notice tone="wait">{t.readOnly}</Notice>}
      <Loaded bare query={query}>
        {(platforms) => {
          const ready = isNamed && draft.channelId !== '';
          const at = platform === undefined || step === undefined ? 'platform' : ready ? step : 'guide';
          const go = (next: 'guide' | 'connect' | 'answers' | undefined) =>
            void navigate({ search: (old) => ({ ...old, step: next }) });
          return (
            <>
              <Progress at={at} platform={platform} onGo={go} ready={ready} />
              <StepFrame name={nameOfStep(at)}>
                {platform === undefined || at === 'platform' ? (
                  <PlatformStep
                    platforms={platforms}
                    chosen={platform?.id}
                    onChoose={(id) => {
                      if (id !== chosen) {
                        setDraft({ ...emptyDraft, type: draft.type, callbackUrl: draft.callbackUrl });
                        setIsNamed(false);
                      }
                      void navigate({ search: { platform: id, step: 'guide' } });
                    }}
                  />
                ) : at === 'guide' ? (
                  <GuideStep
                    platform={platform}
                    draft={draft}
                    change={change}
                    onNext={() => {
                      setIsNamed(true);
                      go('connect');
                    }}
                  />
                ) : at === 'connect' ? (
                  <ConnectStep platform={platform} draft={draft} change={change} onNext={() => go('answers')} />
                ) : (
                  <AnswersStep platform={platform} draft={draft} change={change} onBack={() => go('connect')} />
                )}
              </StepFrame>
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

interface StepFrameProps {
  readonly name: string;
  readonly children: ReactNode;
}

/** Takes the focus when another step begins, so that the keyboard continues at its top and screen readers announce it. */
function StepFrame({ name, children }: StepFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  const shown = useRef(name);
  useEffect(() => {
    if (shown.current === name) return;
    shown.current = name;
    frame.current?.focus({ preventScroll: true });
  }, [name]);
  return (
    <div ref={frame} role="group" aria-label={name} tabIndex={-1} className="grid grid-cols-1 gap-5 outline-none">
      {children}
    </div>
  );
}
