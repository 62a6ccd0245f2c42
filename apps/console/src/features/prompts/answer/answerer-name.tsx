import type { PromptRecord } from '@gateway/contract';
import { Link } from '@tanstack/react-router';
import { answerer } from '../format.js';

/** Who answered. A standing approval is a link to it. */
export function AnswererName({ prompt }: { readonly prompt: PromptRecord }) {
  const { name } = answerer(prompt);
  const { decided_by, grant_id } = prompt;
  if (decided_by !== 'grant' || typeof grant_id !== 'string') return <bdi>{name}</bdi>;
  return (
    <Link to="/standing-approvals/$grantId" params={{ grantId: grant_id }} className="underline underline-offset-2">
      {name}
    </Link>
  );
}
