import { contentLink } from '@fynbos/core/content/content-link.ts';
import { Marked, type Token } from 'marked';

const marked = new Marked({ gfm: true, async: false });

/** An error an author has to correct; lines count from 1. */
interface MarkdownError {
  line: number;
  reason: string;
}

/** Renders Markdown to HTML, which is not sanitised yet, and lists the disallowed elements. */
export function renderMarkdown(text: string): Rendered {
  try {
    return render(text);
  } catch (error) {
    // The library recurses for each nested quotation.
    if (!(error instanceof RangeError)) throw error;
    return { html: '', errors: [{ line: 1, reason: 'elements are nested too deeply' }] };
  }
}

interface Rendered {
  html: string;
  errors: MarkdownError[];
}

function render(text: string): Rendered {
  const tokens = marked.lexer(text);
  const errors: MarkdownError[] = [];
  let line = 1;
  for (const block of tokens) {
    const first = line;
    const before = new Map<string, number>();
    marked.walkTokens([block], (token) => {
      const reason = disallowedReason(token);
      if (reason === undefined) return;
      const at = Math.max(0, block.raw.indexOf(token.raw, before.get(token.raw) ?? 0));
      before.set(token.raw, at + 1);
      errors.push({ line: first + linesIn(block.raw.slice(0, at)), reason });
    });
    line += linesIn(block.raw);
  }
  return { html: marked.parser(tokens), errors };
}

const linesIn = (text: string): number => text.split('\n').length - 1;

function disallowedReason(token: Token): string | undefined {
  switch (token.type) {
    case 'heading':
      return token.depth === 1 ? 'headings begin with ##: the title of the page is its only #' : undefined;
    case 'html':
      return 'HTML is not read in Markdown: leave it out, or name the file .html';
    case 'image':
      return 'images are not allowed in pages';
    case 'link':
      return contentLink(token.href)
        ? undefined
        : `a link leads to ${token.href.slice(0, 60) || 'nothing'}: write a path of the shop such as /faq, https:, mailto: or tel:`;
    default:
      return undefined;
  }
}
