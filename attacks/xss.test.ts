import { renderMarkdown } from '@fynbos/api/content/markdown.ts';
import { sanitise } from '@fynbos/api/content/sanitise.ts';
import { escaped } from '@fynbos/api/mail/escaped.ts';
import { htmlOfSection } from '@fynbos/api/mail/section.ts';
import { corpus } from '@fynbos/api/testing/payload-corpus.ts';
import { expect, test } from 'vitest';
import { jsonLd, meta } from '../storefront/app/seo/markup.ts';

/** Whatever is written into a field comes out of what writes documents as words (T9): all of the corpus, each time. */

test('there are at least five hundred of them', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(500);
});

/** The elements, attributes and schemes that pages of the shop are written with (ADR-016). */
const known =
  /<\/?(?:h[2-4]|p|[uo]l|li|d[ltd]|blockquote|pre|code|table|caption|thead|tbody|tfoot|tr|td|th|strong|b|em|i|small|s|del|su[bp]|abbr|a)(?: (?:id="section-[\w-]+"|scope="(?:row|col)"|start="\d+"|rel="noopener noreferrer"|href="(?:\/(?![/\\])|#|mailto:|tel:|https:\/\/)[^"<>\s]*"))*>|<(?:br|hr) \/>/g;

test('the sanitiser leaves no element, attribute or address that could run, from HTML or from Markdown (T9)', ({
  task,
}) => {
  const faults: string[] = [];
  for (const payload of corpus) {
    for (const html of [
      payload,
      `<p title="${payload}">x</p>`,
      `<a href="${payload}">x</a>`,
      renderMarkdown(payload).html,
    ]) {
      const rest = sanitise(html).html.replace(known, '');
      if (/[<>]/.test(rest)) faults.push(`${html} -> ${rest}`);
    }
  }
  expect(faults).toEqual([]);
  task.meta.tried = corpus.length * 4;
});

test('structured data parses, reads back as it was, and cannot end its element (T9)', ({ task }) => {
  for (const payload of corpus) {
    const written = jsonLd({ name: payload, [payload]: [payload] });
    const inside = written.slice('<script type="application/ld+json">'.length, -'</script>'.length);
    expect(inside).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(inside)).toEqual({ name: payload, [payload]: [payload] });
  }
  task.meta.tried = corpus.length;
});

test('no text leaves the attribute of a meta element, or a cell of a mail (T9)', ({ task }) => {
  for (const payload of corpus) {
    expect(meta('property', 'og:title', payload)).toMatch(/^<meta property="og:title" content="[^"<>]*"\/>$/);
    expect(escaped(payload)).not.toMatch(/[<>"']/);
    const plain = htmlOfSection({ title: 'x', rows: [{ label: 'x', notes: ['x'], value: 'x' }] });
    const hostile = htmlOfSection({
      title: payload,
      rows: [{ label: payload, notes: [payload], value: payload }],
    });
    expect(hostile.match(/<[^>]*>/g)).toEqual(plain.match(/<[^>]*>/g));
  }
  task.meta.tried = corpus.length * 3;
});
