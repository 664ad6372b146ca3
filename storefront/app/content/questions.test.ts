import { expect, test } from 'vitest';
import { askedOf, questionsOf } from './questions.ts';

const html = [
  '<p>Not here? <a href="/contact">Write</a></p>',
  '<h2 id="section-paying">Paying</h2>',
  '<h3 id="section-how">How &amp; when?</h3><p>By <strong>card</strong>.</p>',
  '<h3 id="section-safe">Is it safe?</h3><p>Yes.</p><ul><li>Very</li></ul>',
  '<h2 id="section-more">More</h2><p>Soon.</p>',
].join('\n');

test('a page is cut at its headings, and nothing of it is lost', () => {
  expect(questionsOf(html)).toEqual({
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

test('a page without headings is its lead', () => {
  expect(questionsOf('<p>Nothing yet.</p>')).toEqual({ lead: '<p>Nothing yet.</p>', groups: [] });
});

test.each([
  ['', 2, ['Paying', 'More']],
  ['CARD', 1, ['Paying']],
  ['safe very', 1, ['Paying']],
  ['strong', 0, []],
  ['card safe', 0, []],
])('whoever looks for %j finds %i', (typed, count, titles) => {
  const asked = askedOf(html, typed);
  expect(asked.count).toBe(count);
  expect(asked.groups.map(({ title }) => title)).toEqual(titles);
});
