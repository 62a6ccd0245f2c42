import { hiddenHost, visible } from '@gateway/contract/values';

/** A link that somebody else wrote. Its real host is shown unless the text begins with it. */
export function ForeignLink({ href, label }: { readonly href: string; readonly label: string }) {
  const host = hiddenHost(href, label);
  return (
    <>
      <a
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        dir={label === href ? 'ltr' : undefined}
        className="wrap-anywhere text-accent underline underline-offset-2"
      >
        <bdi>{visible(label)}</bdi>
      </a>
      {host !== null && (
        <>
          {' '}
          <bdi dir="ltr" className="text-[0.85em] font-normal text-soft">
            ({host})
          </bdi>
        </>
      )}
    </>
  );
}
