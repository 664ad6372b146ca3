import { contentLink } from '@fynbos/core/content/link.ts';
import { Marked, type Token } from 'marked';

const marked = new Marked({ gfm: true, async: false });

/** What an author has to change: the line counts from 1. */
export interface MarkdownFault {
  line: number;
  reason: string;
}

/** HTML of a text in Markdown, not sanitised yet, and what is not allowed in it. */
export function renderMarkdown(text: string): Rendered {
  try {
    return render(text);
  } catch (error) {
    // The library calls itself for every quotation in a quotation.
    if (!(error instanceof RangeError)) throw error;
    return { html: '', faults: [{ line: 1, reason: 'something stands too deep within itself' }] };
  }
}

interface Rendered {
  html: string;
  faults: MarkdownFault[];
}

function render(text: string): Rendered {
  const tokens = marked.lexer(text);
  const faults: MarkdownFault[] = [];
  let line = 1;
  for (const block of tokens) {
    const first = line;
    const before = new Map<string, number>();
    marked.walkTokens([block], (token) => {
      const reason = faultOf(token);
      if (reason === undefined) return;
      const at = Math.max(0, block.raw.indexOf(token.raw, before.get(token.raw) ?? 0));
      before.set(token.raw, at + 1);
      faults.push({ line: first + linesIn(block.raw.slice(0, at)), reason });
    });
    line += linesIn(block.raw);
  }
  return { html: marked.parser(tokens), faults };
}

const linesIn = (text: string): number => text.split('\n').length - 1;

function faultOf(token: Token): string | undefined {
  switch (token.type) {
    case 'heading':
      return token.depth === 1 ? 'headings begin with ##: the title of the page is its only #' : undefined;
    case 'html':
      return 'HTML is not read in Markdown: leave it out, or name the file .html';
    case 'image':
      return 'pictures are not shown in pages';
    case 'link':
      return contentLink(token.href)
        ? undefined
        : `a link leads to ${token.href.slice(0, 60) || 'nothing'}: write a path of the shop such as /faq, https:, mailto: or tel:`;
    default:
      return undefined;
  }
}
