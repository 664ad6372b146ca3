import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonLdMarkup, metaMarkup, unescaped } from './head-markup.ts';

test('jsonLd escapes every text so that it stays inside the element and can be parsed again', () => {
  const nasty = fc.oneof(fc.string(), fc.constantFrom('</script>', '<!--', ']]>', '\u2028', '&lt;/script>'));
  fc.assert(
    fc.property(fc.array(nasty), (texts) => {
      const inside = jsonLdMarkup({ texts }).slice(
        '<script type="application/ld+json">'.length,
        -'</script>'.length,
      );
      expect(inside).not.toMatch(/[<>&\u2028\u2029]/);
      expect(JSON.parse(inside)).toEqual({ texts });
    }),
  );
});

test('meta escapes every text so that it stays inside the attribute', () => {
  expect(metaMarkup('property', 'og:title', '"><script>alert(1)</script>')).toBe(
    '<meta property="og:title" content="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"/>',
  );
});

test('unescaped reverses the escaping of React', () => {
  expect(unescaped('Salt &amp; Vinegar &lt;b&gt; &quot;x&quot; &#x27;y&#x27; &amp;lt;')).toBe(
    'Salt & Vinegar <b> "x" \'y\' &lt;',
  );
});
