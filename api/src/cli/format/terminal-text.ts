/**
 * Replaces control characters, so that a text which a shopper entered or a supplier sent cannot control the
 * operator's terminal (T41).
 */
export const terminalText = (text: string): string => text.replace(/[^\P{Cc}\n\t]/gu, '\ufffd');
