import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonLd, meta, unescaped } from './markup.ts';

test('no text leaves the element of structured data, and it reads back as it was', () => {
  const nasty = fc.oneof(fc.string(), fc.constantFrom('</script>', '<!--', ']]>', '\u2028', '&lt;/script>'));
  fc.assert(
    fc.property(fc.array(nasty), (texts) => {
      const inside = jsonLd({ texts }).slice(
        '<script type="application/ld+json">'.length,
        -'</script>'.length,
      );
      expect(inside).not.toMatch(/[<>&\u2028\u2029]/);
      expect(JSON.parse(inside)).toEqual({ texts });
    }),
  );
});

test('no text leaves the attribute of a meta element', () => {
  expect(meta('property', 'og:title', '"><script>alert(1)</script>')).toBe(
    '<meta property="og:title" content="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"/>',
  );
});

test('reads what React escaped', () => {
  expect(unescaped('Salt &amp; Vinegar &lt;b&gt; &quot;x&quot; &#x27;y&#x27; &amp;lt;')).toBe(
    'Salt & Vinegar <b> "x" \'y\' &lt;',
  );
});
