import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { inView, pathInView } from '../../paths.ts';

const frame = '<div class="table-frame" tabindex="0"><table>';

/**
 * Renders the shop's own content with its markup. This is the only place that inserts HTML from the
 * database. The API has sanitised it twice (ADR-016). Links into the shop navigate
 * without loading a new document.
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
      // The target of a click is an element.
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
  // A table wider than a phone scrolls in its own frame, also by keyboard.
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
