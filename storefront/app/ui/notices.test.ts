import { describe, expect, test } from 'vitest';
import { dismiss, noNotices, notify, timeToLive } from './notices.ts';

const added = { kind: 'success', message: 'Product has been added to the cart!' } as const;
const failed = { kind: 'error', message: 'Incorrect coupon code.' } as const;

describe('notifications (UI-2, decision 27)', () => {
  test('say the same thing once while it is the last on the screen', () => {
    const once = notify(noNotices, added);
    expect(notify(once, added)).toBe(once);
    expect(notify(notify(once, failed), added).shown).toHaveLength(3);
  });

  test('say it again once it has gone', () => {
    const gone = dismiss(notify(noNotices, added), 1);
    expect(notify(gone, added).shown.map((notice) => notice.id)).toEqual([2]);
  });

  test('live 3000 ms unless another time is asked for', () => {
    expect(timeToLive(added)).toBe(3000);
    expect(timeToLive({ ...added, timeToLive: 700 })).toBe(700);
  });

  test('stay until dismissed when they are errors or say so', () => {
    expect(timeToLive({ ...failed, timeToLive: 700 })).toBeUndefined();
    expect(timeToLive({ ...added, hasNoTimeout: true })).toBeUndefined();
  });

  test('can be read again, the newest first, the last twenty', () => {
    const many = Array.from({ length: 25 }).reduce<typeof noNotices>(
      (notices, _, number) => dismiss(notify(notices, { kind: 'info', message: `${number}` }), number + 1),
      noNotices,
    );
    expect(many.shown).toEqual([]);
    expect(many.history).toHaveLength(20);
    expect(many.history[0]?.message).toBe('24');
  });
});
