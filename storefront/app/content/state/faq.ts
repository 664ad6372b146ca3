import { plainText } from '@fynbos/core/content/plain-text.ts';

/** A question with its answer in HTML. */
interface FaqEntry {
  id: string;
  question: string;
  answer: string;
}

/** The questions below one heading. */
export interface FaqGroup {
  id: string;
  title: string;
  /** The text before the first question. */
  lead: string;
  questions: FaqEntry[];
}

/** The FAQ page filtered by a search text. */
export interface FaqSearchResult {
  lead: string;
  groups: FaqGroup[];
  typed: string;
  /** How many questions match; all of them without a search text. */
  count: number;
}

const maxQueryLength = 100;

/** Returns the FAQ with only the questions that contain every typed word. */
export function searchFaq(html: string, written: string): FaqSearchResult {
  const typed = written.trim().slice(0, maxQueryLength);
  const { lead, groups } = parseFaq(html);
  const terms = typed.toLowerCase().split(/\s+/);
  const isMeant = ({ question, answer }: FaqEntry) => {
    const text = [question, ...plainText(answer)].join(' ').toLowerCase();
    return terms.every((word) => text.includes(word));
  };
  const matchingGroups = groups
    .map((group) => ({ ...group, questions: group.questions.filter(isMeant) }))
    .filter(({ questions, lead: intro }) => questions.length > 0 || (typed === '' && intro !== ''));
  const count = matchingGroups.reduce((sum, { questions }) => sum + questions.length, 0);
  return { lead: typed === '' ? lead : '', groups: matchingGroups, typed, count };
}

const heading = /<h([2-4]) id="([^"]*)">(.*?)<\/h\1>/s;

/** Splits a page at its headings: second-level headings become groups, deeper ones questions. */
export function parseFaq(html: string): { lead: string; groups: FaqGroup[] } {
  // A split by a pattern with three groups: text, level, id, heading, text, level, …
  const [lead = '', ...rest] = html.split(heading);
  const groups: FaqGroup[] = [];
  for (let at = 0; at + 3 < rest.length; at += 4) {
    const [level = '', id = '', inner = '', text = ''] = rest.slice(at, at + 4);
    const title = plainText(inner).join(' ');
    const last = groups.at(-1);
    if (level === '2' || !last) groups.push({ id, title, lead: text.trim(), questions: [] });
    else last.questions.push({ id, question: title, answer: text.trim() });
  }
  return { lead: lead.trim(), groups };
}
