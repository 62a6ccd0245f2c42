import { Link } from '@tanstack/react-router';
import { buttonLook } from '../../components/ui/button.js';
import { useTitle } from '../../lib/page/title.js';
import { t } from './texts.js';

export function NotFound() {
  useTitle(t.notFound.title);
  return (
    <main className="grid min-h-[60dvh] place-content-center justify-items-center gap-3 p-6 text-center">
      <h1 className="text-xl font-semibold">{t.notFound.title}</h1>
      <p className="text-sm text-soft">{t.notFound.help}</p>
      <Link to="/" className={buttonLook('primary')}>
        {t.notFound.link}
      </Link>
    </main>
  );
}
