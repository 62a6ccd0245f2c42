import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { buttonLook } from '../../components/ui/button.js';
import { Card, Fact, Facts } from '../../components/ui/card.js';
import { Copyable } from '../../components/ui/copy.js';
import { Filled } from '../../components/ui/filled.js';
import { Notice } from '../../components/ui/notice.js';
import { Markdown } from '../../components/markdown/markdown.js';
import { useSession } from '../../lib/session.js';
import type { OpenApi } from './document/types.js';
import { t as texts } from './texts.js';

const t = texts.introduction;

/** How the API is called. */
export function Introduction({ document }: { readonly document: OpenApi }) {
  const { gateway } = useSession();
  return (
    <>
      {!gateway.docs && (
        <Notice>
          <Filled text={t.disabled} parts={{ setting: <code>ENABLE_DOCS=true</code> }} />
        </Notice>
      )}
      {document.info?.description !== undefined && (
        <div lang="en">
          <Markdown text={document.info.description} />
        </div>
      )}
      <Card title={t.access}>
        <Facts>
          <Fact name={t.address}>
            <Copyable text={location.origin} label={t.copyAddress} />
          </Fact>
          <Fact name={t.apiKey}>
            {gateway.auth ? (
              <Filled
                text={t.header}
                parts={{
                  header: <code>X-API-Key</code>,
                  keys: (
                    <Link to="/keys" className="text-accent underline">
                      {t.keys}
                    </Link>
                  ),
                }}
              />
            ) : (
              t.noKey
            )}
          </Fact>
          {document.info?.version !== undefined && <Fact name={t.version}>{document.info.version}</Fact>}
        </Facts>
      </Card>
      {gateway.docs && (
        <Card title={t.document} help={t.documentHelp}>
          <div className="flex flex-wrap gap-2">
            <a href="/openapi.json" download="openapi.json" className={buttonLook('secondary', 'small')}>
              {t.download}
            </a>
            <a href="/docs" target="_blank" rel="noreferrer" className={buttonLook('secondary', 'small')}>
              <ExternalLink className="size-4" aria-hidden />
              {t.publicPage}
            </a>
          </div>
        </Card>
      )}
    </>
  );
}
