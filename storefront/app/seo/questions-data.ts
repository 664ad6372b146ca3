import { plainText } from '@fynbos/core/catalogue/plain-text.ts';
import type { Asked } from '../content/questions.ts';

/** The page of questions with what is answered, in plain words. */
export function questionsData({ groups }: Asked): unknown {
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
