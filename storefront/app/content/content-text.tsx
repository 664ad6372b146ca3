import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { inView, pathInView } from '../paths.ts';

const frame = '<div class="table-frame" tabindex="0"><table>';

/**
 * What the shop itself has written, with its markup: the one place that puts HTML of the database on a page. The API
 * has cleaned it twice (docs/decisions/016-content.md). Links into the shop lead there without a new document.
 */
export function ContentText({
  html,
  lang,
  className = '',
}: {
  html: string;
  lang?: string;
  className?: string;
}) {
  const navigate = useNavigate();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const path = (event.target as Element).closest('a[href^="/"]')?.getAttribute('href');
      const isPlain =
        event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
      if (!path || !isPlain) return;
      event.preventDefault();
      navigate(pathInView(path));
    };
    const text = place.current;
    text?.addEventListener('click', follow);
    return () => text?.removeEventListener('click', follow);
  }, [navigate]);
  // A table that is wider than a phone moves by itself, also by keyboard.
  const framed = html
    .replaceAll('<table>', frame)
    .replaceAll('</table>', '</table></div>')
    .replaceAll(/(?<= href=")\/(?!\/)[^"]*/g, inView);
  return (
    <div
      ref={place}
      lang={lang}
      className={`written ${className}`}
      dangerouslySetInnerHTML={{ __html: framed }}
    />
  );
}
