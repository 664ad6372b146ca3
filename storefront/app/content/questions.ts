import { plainText } from '@fynbos/core/catalogue/plain-text.ts';

/** A question with its answer in HTML. */
export interface Question {
  id: string;
  question: string;
  answer: string;
}

/** The questions of one heading. */
export interface Questions {
  id: string;
  title: string;
  /** What is said before the first of them. */
  lead: string;
  questions: Question[];
}

/** What was looked for on the page of questions, and what was found. */
export interface Asked {
  lead: string;
  groups: Questions[];
  typed: string;
  /** How many were found; all of them where nothing was looked for. */
  count: number;
}

const longestTyped = 100;

/** The page of questions as it is shown: those in which every word occurs that somebody typed. */
export function askedOf(html: string, written: string): Asked {
  const typed = written.trim().slice(0, longestTyped);
  const { lead, groups } = questionsOf(html);
  const words = typed.toLowerCase().split(/\s+/);
  const isMeant = ({ question, answer }: Question) => {
    const text = [question, ...plainText(answer)].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const found = groups
    .map((group) => ({ ...group, questions: group.questions.filter(isMeant) }))
    .filter(({ questions, lead: said }) => questions.length > 0 || (typed === '' && said !== ''));
  const count = found.reduce((sum, { questions }) => sum + questions.length, 0);
  return { lead: typed === '' ? lead : '', groups: found, typed, count };
}

const heading = /<h([2-4]) id="([^"]*)">(.*?)<\/h\1>/s;

/** Cuts a page at its headings: those of the second level are groups, those below are questions. */
export function questionsOf(html: string): { lead: string; groups: Questions[] } {
  // A split by a pattern with three groups: text, level, id, heading, text, level, …
  const [lead = '', ...rest] = html.split(heading);
  const groups: Questions[] = [];
  for (let at = 0; at + 3 < rest.length; at += 4) {
    const [level, id, inner, text] = rest.slice(at, at + 4) as [string, string, string, string];
    const title = plainText(inner).join(' ');
    const last = groups.at(-1);
    if (level === '2' || !last) groups.push({ id, title, lead: text.trim(), questions: [] });
    else last.questions.push({ id, question: title, answer: text.trim() });
  }
  return { lead: lead.trim(), groups };
}
