import { useNavigate } from '@tanstack/react-router';
import { Button } from '../../components/ui/button.js';
import { Empty } from '../../components/ui/list/empty.js';
import { t } from './texts.js';

/** No entry matches the filters. The button removes them. */
export function NoneFound({ tab }: { readonly tab: 'people' | 'groups' }) {
  const navigate = useNavigate({ from: '/people' });
  return (
    <Empty title={t.noneFound.title[tab]}>
      <p>{t.noneFound.help[tab]}</p>
      <Button
        size="small"
        onClick={() => void navigate({ search: tab === 'people' ? {} : { tab: 'groups' }, replace: true })}
      >
        {t.noneFound.showAll[tab]}
      </Button>
    </Empty>
  );
}
