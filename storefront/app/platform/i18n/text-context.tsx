import { createContext, use } from 'react';
import type { Text } from './text.ts';

const TextContext = createContext<Text | undefined>(undefined);

/** Renders the page of a browser with another text. */
export const shownText: { replace?: (text: Text) => void } = {};

/** Provides the text to the whole app; both entry points, server and browser, render it with the same text. */
export function TextProvider({ text, children }: { text: Text; children: React.ReactNode }) {
  return <TextContext value={text}>{children}</TextContext>;
}

/** The shop's messages and formats in the shopper's language. */
export function useText(): Text {
  const text = use(TextContext);
  if (!text) throw new Error('useText needs a TextProvider above it');
  return text;
}
