import type { PlatformRecord } from '@gateway/contract';
import { BookOpen } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Card } from '../../../components/ui/card.js';
import { Drawer } from '../../../components/ui/dialog.js';
import { useSession } from '../../../lib/session/session.js';
import { CredentialField } from '../credential-field.js';
import { Guide } from '../guide.js';
import { missingFields, webhookAddress, type Draft } from './draft.js';
import { StepFooter } from './step-footer.js';
import { TargetField } from './target-field.js';
import { DraftTest, DraftTestBadge, useDraftTest } from './draft-test.js';
import { t as shared } from '../texts.js';
import { t } from './texts.js';

interface Props {
  readonly platform: PlatformRecord;
  readonly draft: Draft;
  readonly change: (next: Partial<Draft>) => void;
  readonly onNext: () => void;
}

/** Credentials and chat, tested against the platform while they are typed. */
export function ConnectStep({ platform, draft, change, onNext }: Props) {
  const { gateway } = useSession();
  const [guideOpen, setGuideOpen] = useState(false);
  const [recognised, setRecognised] = useState<readonly string[]>([]);
  const [tried, setTried] = useState(false);
  const draftTest = useDraftTest(platform, draft);
  const missing = missingFields(platform, draft);
  const errorOf = (name: string, label: string) =>
    draftTest.issueOf(name) ?? (tried && missing.includes(label) ? t.connect.required(label) : undefined);
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (missing.length === 0) onNext();
      }}
    >
      <Card
        title={t.connect.credentials}
        help={t.connect.credentialsHelp}
        actions={
          <Button size="small" onClick={() => setGuideOpen(true)}>
            <BookOpen className="size-4" aria-hidden />
            {t.connect.guide}
          </Button>
        }
      >
        <div className="grid grid-cols-1 gap-5">
          {platform.credentials.map((field) => (
            <CredentialField
              key={field.name}
              field={field}
              fields={platform.credentials}
              value={draft.credentials[field.name] ?? ''}
              error={errorOf(field.name, field.label)}
              onChange={(values) => change({ credentials: { ...draft.credentials, ...values } })}
              onRecognised={setRecognised}
            />
          ))}
          <p role="status" className="text-[0.8125rem] text-good empty:hidden">
            {recognised.length > 0 && t.connect.recognised(recognised.join(', '))}
          </p>
        </div>
      </Card>
      <Card title={t.connect.target} help={t.connect.targetHelp(platform.name)}>
        <TargetField
          platform={platform}
          draft={draft}
          change={change}
          error={errorOf('target_chat_id', platform.target.label)}
        />
      </Card>
      <DraftTest platform={platform} draftTest={draftTest} missing={missing} />
      <StepFooter label={t.continue}>
        <DraftTestBadge draftTest={draftTest} />
      </StepFooter>
      <Drawer open={guideOpen} onClose={() => setGuideOpen(false)} title={shared.instructionsFor(platform.name)}>
        <Guide platform={platform} webhook={webhookAddress(gateway.public_url, platform.id, draft.channelId)} />
      </Drawer>
    </form>
  );
}
