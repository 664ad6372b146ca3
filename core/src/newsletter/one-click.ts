/**
 * The form that a mailbox provider posts to the link in `List-Unsubscribe` when a reader leaves (RFC 8058). It comes
 * from a server: without cookies, a session or an origin.
 */
export const oneClick = { field: 'List-Unsubscribe', value: 'One-Click' } as const;
