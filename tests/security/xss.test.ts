import { sanitise } from '@fynbos/api/content/html-sanitiser.ts';
import { renderMarkdown } from '@fynbos/api/content/markdown.ts';
import { escaped } from '@fynbos/api/platform/mail/templates/html-escape.ts';
import { htmlOfSection } from '@fynbos/api/platform/mail/templates/mail-section.ts';
import { jsonLdMarkup, metaMarkup } from '@fynbos/storefront/app/platform/seo/head-markup.ts';
import { corpus } from '@fynbos/test-kit/security/xss-corpus.ts';
import { expect, test } from 'vitest';

/** Hostile field content is rendered as text in documents (T9), for the whole payload corpus. */

test('the payload corpus has at least five hundred entries', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(500);
});

/** The elements, attributes and schemes allowed in content pages (ADR-016). */
const known =
  /<\/?(?:h[2-4]|p|[uo]l|li|d[ltd]|blockquote|pre|code|table|caption|thead|tbody|tfoot|tr|td|th|strong|b|em|i|small|s|del|su[bp]|abbr|a)(?: (?:id="section-[\w-]+"|scope="(?:row|col)"|start="\d+"|rel="noopener noreferrer"|href="(?:\/(?![/\\])|#|mailto:|tel:|https:\/\/)[^"<>\s]*"))*>|<(?:br|hr) \/>/g;

test('the sanitiser leaves no executable element, attribute or address, from HTML or from Markdown (T9)', ({
  task,
}) => {
  const violations: string[] = [];
  for (const payload of corpus) {
    for (const html of [
      payload,
      `<p title="${payload}">x</p>`,
      `<a href="${payload}">x</a>`,
      renderMarkdown(payload).html,
    ]) {
      const rest = sanitise(html).html.replace(known, '');
      if (/[<>]/.test(rest)) violations.push(`${html} -> ${rest}`);
    }
  }
  expect(violations).toEqual([]);
  task.meta.attempts = corpus.length * 4;
});

test('structured data parses, survives a round trip, and cannot close its script element (T9)', ({
  task,
}) => {
  for (const payload of corpus) {
    const written = jsonLdMarkup({ name: payload, [payload]: [payload] });
    const inside = written.slice('<script type="application/ld+json">'.length, -'</script>'.length);
    expect(inside).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(inside)).toEqual({ name: payload, [payload]: [payload] });
  }
  task.meta.attempts = corpus.length;
});

test('no text escapes the attribute of a meta element or a cell of a mail (T9)', ({ task }) => {
  for (const payload of corpus) {
    expect(metaMarkup('property', 'og:title', payload)).toMatch(
      /^<meta property="og:title" content="[^"<>]*"\/>$/,
    );
    expect(escaped(payload)).not.toMatch(/[<>"']/);
    const plain = htmlOfSection({ title: 'x', rows: [{ label: 'x', notes: ['x'], value: 'x' }] });
    const hostile = htmlOfSection({
      title: payload,
      rows: [{ label: payload, notes: [payload], value: payload }],
    });
    expect(hostile.match(/<[^>]*>/g)).toEqual(plain.match(/<[^>]*>/g));
  }
  task.meta.attempts = corpus.length * 3;
});
