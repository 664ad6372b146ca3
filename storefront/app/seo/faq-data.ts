import { plainText } from '@fynbos/core/catalogue/plain-text.ts';
import type { FaqSearchResult } from '../content/state/faq.ts';

/** The FAQ page with plain-text answers, as structured data. */
export function faqData({ groups }: FaqSearchResult): unknown {
  const questions = groups.flatMap((group) => group.questions);
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: plainText(answer).join(' ') },
    })),
  };
}
