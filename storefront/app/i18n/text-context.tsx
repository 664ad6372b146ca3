import { createContext, use } from 'react';
import type { Text } from './text.ts';

const TextContext = createContext<Text | undefined>(undefined);

/** Around everything, once: the entries of server and browser put the same text there. */
export function TextProvider({ text, children }: { text: Text; children: React.ReactNode }) {
  return <TextContext value={text}>{children}</TextContext>;
}

/** The shop's voice in the shopper's language. */
export function useText(): Text {
  const text = use(TextContext);
  if (!text) throw new Error('useText needs a TextProvider above it');
  return text;
}
