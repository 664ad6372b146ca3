import { ownKey } from '../kept-here.ts';

/**
 * What this browser knows of its lists and the account: whose they are, and which have changes that the account
 * has not heard of. Without it every page would join both again, and bring back what was removed elsewhere.
 */
interface Marks {
  customer: number;
  unsaved: string[];
}

const key = ownKey('lists-account');

function read(): Marks | undefined {
  try {
    const { customer, unsaved } = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Marks>;
    return typeof customer === 'number' && Array.isArray(unsaved) ? { customer, unsaved } : undefined;
  } catch {
    return undefined;
  }
}

function write(marks: Marks | undefined): void {
  try {
    if (marks) localStorage.setItem(key, JSON.stringify(marks));
    else localStorage.removeItem(key);
  } catch {
    // A browser that keeps nothing joins its lists with the account on every page.
  }
}

/** Whether the lists in this browser have been joined with this customer's account before. */
export const areOf = (customer: number): boolean => read()?.customer === customer;

export const markJoined = (customer: number): void => write({ customer, unsaved: read()?.unsaved ?? [] });

export const isUnsaved = (name: string): boolean => read()?.unsaved.includes(name) ?? false;

export function markUnsaved(name: string, unsaved: boolean): void {
  const marks = read();
  if (!marks) return;
  const others = marks.unsaved.filter((one) => one !== name);
  write({ ...marks, unsaved: unsaved ? [...others, name] : others });
}

export const forgetMarks = (): void => write(undefined);
