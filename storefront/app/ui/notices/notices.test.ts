import { describe, expect, test } from 'vitest';
import { dismiss, noNotices, notify, timeToLive } from './notices.ts';

const added = { kind: 'success', message: 'Product has been added to the cart!' } as const;
const failed = { kind: 'error', message: 'Incorrect coupon code.' } as const;

describe('notifications (UI-2, spec D27)', () => {
  test('notify shows a message once while it is the last one on the screen', () => {
    const once = notify(noNotices, added);
    expect(notify(once, added)).toBe(once);
    expect(notify(notify(once, failed), added).shown).toHaveLength(3);
  });

  test('notify shows a message again once it was dismissed', () => {
    const dismissed = dismiss(notify(noNotices, added), 1);
    expect(notify(dismissed, added).shown.map((notice) => notice.id)).toEqual([2]);
  });

  test('notices last 3000 ms unless another time is set', () => {
    expect(timeToLive(added)).toBe(3000);
    expect(timeToLive({ ...added, timeToLive: 700 })).toBe(700);
  });

  test('errors and notices without a time-out stay until dismissed', () => {
    expect(timeToLive({ ...failed, timeToLive: 700 })).toBeUndefined();
    expect(timeToLive({ ...added, hasNoTimeout: true })).toBeUndefined();
  });

  test('the history has the last twenty notices, newest first', () => {
    const many = Array.from({ length: 25 }).reduce<typeof noNotices>(
      (notices, _, number) => dismiss(notify(notices, { kind: 'info', message: `${number}` }), number + 1),
      noNotices,
    );
    expect(many.shown).toEqual([]);
    expect(many.history).toHaveLength(20);
    expect(many.history[0]?.message).toBe('24');
  });
});
