import { acceptInvitation, readLink } from '@gateway/contract';
import { useQuery } from '@tanstack/react-query';
import { Loaded, Notice } from '../../components/ui/states.js';
import { call } from '../../lib/api.js';
import { Frame } from './frame.js';
import { OperatorForm } from './operator-form.js';
import { useLinkToken } from './token.js';

export function InvitePage() {
  const token = useLinkToken();
  return (
    <Frame title="Accept your invitation" help="Create an account to answer prompts and operate this gateway.">
      {token === null ? (
        <Notice>The link is incomplete. Open the full link: it ends with a token after the #.</Notice>
      ) : (
        <Invitation token={token} />
      )}
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
        purpose === 'invitation' ? (
          <OperatorForm
            email={email}
            action={`Join as ${role}`}
            submit={(operator) => call(acceptInvitation, { body: { ...operator, token } })}
          />
        ) : (
          <Notice>This link is not an invitation.</Notice>
        )
      }
    </Loaded>
  );
}
