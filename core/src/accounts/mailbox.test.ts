import { expect, test } from 'vitest';
import { mailboxOf } from './mailbox.ts';

test.each([
  ['Thandi@Example.com', 'thandi@example.com'],
  [' thandi+fynbos@example.com ', 'thandi@example.com'],
  ['thandi+a+b@example.com', 'thandi@example.com'],
  ['t.h.andi@example.com', 't.h.andi@example.com'],
  ['t.h.a.n.d.i+x@gmail.com', 'thandi@gmail.com'],
  ['Thandi@googlemail.com', 'thandi@gmail.com'],
  ['+@example.com', '+@example.com'],
])('mailboxOf maps %s to the mailbox %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});
