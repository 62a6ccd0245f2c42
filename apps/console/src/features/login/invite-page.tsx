import { acceptInvitation, readLink } from '@gateway/contract/values';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../components/ui/list/loaded.js';
import { Notice } from '../../components/ui/notice.js';
import { call } from '../../lib/api.js';
import { Frame } from './frame.js';
import { OperatorForm } from './operator-form.js';
import { t } from './texts.js';
import { useLinkToken } from './token.js';

export function InvitePage() {
  const token = useLinkToken();
  return (
    <Frame title={t.invitation.title} help={t.invitation.help}>
      {token === null ? <Notice>{t.incompleteLink}</Notice> : <Invitation token={token} />}
    </Frame>
  );
}

function Invitation({ token }: { readonly token: string }) {
  const link = useQuery({
    queryKey: ['link'],
    queryFn: ({ signal }) => call(readLink, { body: { token } }, { signal }),
    gcTime: 0,
    retry: false,
  });
  return (
    <Loaded query={link}>
      {({ purpose, role, email }) =>
        purpose === 'invitation' && role !== null ? (
          <OperatorForm
            email={email}
            action={t.invitation.join[role]}
            submit={(operator) => call(acceptInvitation, { body: { ...operator, token } })}
          />
        ) : (
          <Notice>{t.invitation.notOne}</Notice>
        )
      }
    </Loaded>
  );
}
