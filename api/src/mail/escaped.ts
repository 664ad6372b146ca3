const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML shows it, and nothing but text. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign]!);
