import { expect, test } from 'vitest';
import { parseFaq, searchFaq } from './faq.ts';

const html = [
  '<p>Not here? <a href="/contact">Write</a></p>',
  '<h2 id="section-paying">Paying</h2>',
  '<h3 id="section-how">How &amp; when?</h3><p>By <strong>card</strong>.</p>',
  '<h3 id="section-safe">Is it safe?</h3><p>Yes.</p><ul><li>Very</li></ul>',
  '<h2 id="section-more">More</h2><p>Soon.</p>',
].join('\n');

test('parseFaq splits a page at its headings and loses no content', () => {
  expect(parseFaq(html)).toEqual({
    lead: '<p>Not here? <a href="/contact">Write</a></p>',
    groups: [
      {
        id: 'section-paying',
        title: 'Paying',
        lead: '',
        questions: [
          { id: 'section-how', question: 'How & when?', answer: '<p>By <strong>card</strong>.</p>' },
          { id: 'section-safe', question: 'Is it safe?', answer: '<p>Yes.</p><ul><li>Very</li></ul>' },
        ],
      },
      { id: 'section-more', title: 'More', lead: '<p>Soon.</p>', questions: [] },
    ],
  });
});

test('parseFaq returns a page without headings as its lead', () => {
  expect(parseFaq('<p>Nothing yet.</p>')).toEqual({ lead: '<p>Nothing yet.</p>', groups: [] });
});

test.each([
  ['', 2, ['Paying', 'More']],
  ['CARD', 1, ['Paying']],
  ['safe very', 1, ['Paying']],
  ['strong', 0, []],
  ['card safe', 0, []],
])('searchFaq for %j finds %i', (typed, count, titles) => {
  const result = searchFaq(html, typed);
  expect(result.count).toBe(count);
  expect(result.groups.map(({ title }) => title)).toEqual(titles);
});
