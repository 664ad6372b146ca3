/** The minified text of a script for the head of a document (`build-tools/inline-script-plugin.ts`). */
declare module '*?inline-script' {
  const text: string;
  export default text;
}

interface Window {
  /** Set by `early-presses.ts`; missing in a document without that script. */
  earlyPresses?: {
    ready(): void;
    take(part: Element, press: (event: MouseEvent, target: EventTarget) => void): void;
  };
}
