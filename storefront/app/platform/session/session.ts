import { login, logout, refreshToken, showCustomer } from '@fynbos/core/accounts/contract.ts';
import { callApi } from '../../api-client.ts';
import { ApiProblem } from '../api/api-problem.ts';
import { apiSettings } from '../api/api-settings.ts';
import { once } from '../state/once.ts';
import { readText, writeText } from '../storage/browser-storage.ts';
import { tabChannel } from '../storage/tab-channel.ts';
import { knownCustomer } from './current-customer.ts';
import { groupToken, setGroupToken } from './group-token.ts';
import { forgetPersonalData } from './personal-data.ts';
import { type Customer, type Profile, profileOf, readProfile, storeProfile } from './profile.ts';
import { profileKey } from './profile-key.ts';
import { announceEnd, mayLeave, type SessionEnd } from './session-events.ts';
import { currentSession, setSession } from './session-state.ts';
import { RefreshLock } from './token-refresh-lock.ts';

/** A message between tabs of one browser. It never leaves the browser's memory. */
type TabMessage =
  | { kind: 'login'; token: string; groupToken: string | undefined; profile: Profile }
  | { kind: 'renewed'; token: string }
  | { kind: 'profile'; profile: Profile }
  | { kind: 'logout' };

/** Opened on first use, because a server imports this file too. */
const tabs = once(() => tabChannel<TabMessage>('fynbos-session'));

/** The lock for all calls of the customer. It holds the access token, in memory only (spec D42). */
export const lock = new RefreshLock({
  renew: renewToken,
  automatic: () => apiSettings().switches.tokenRefresh,
  lost: (why) => endHere(why === 'refused' && currentSession().state === 'known' ? 'expired' : why),
});

/** Starts the session once per page. The server is called only when a profile is stored (spec accounts 4.1). */
export const startSession = once(async (): Promise<void> => {
  tabs().subscribe(handleTabMessage);
  if (isLeaving()) await leaveServer();
  const profile = readProfile();
  if (!profile) return setSession({ state: 'anonymous', ended: false });
  setSession({ state: 'known', profile });
  await resume().catch(() => {});
});

/** Continues the session of an earlier page, whose access token ended with that page. */
async function resume(): Promise<void> {
  await lock.resume();
  await reloadProfile();
}

/** Whether the last logout has not reached the server yet. */
const isLeaving = (): boolean => readText(profileKey) === '';

/** Loads the profile after a login without scripts: the cookie is set, but no profile is stored. */
export async function adoptSession(): Promise<void> {
  await startSession();
  if (currentSession().state === 'anonymous') await reloadProfile();
}

/**
 * Logs in (spec accounts 4.1): requests the token, then the profile without any cache. If the profile cannot be
 * loaded, the session ends and the error is rethrown.
 */
export async function logIn(username: string, password: string): Promise<void> {
  await startSession();
  await lock.replace(async () => {
    // The server ends the session of a token that is sent along.
    const { result } = await callApi(login, { body: { username, password }, token: lock.token });
    return result;
  });
  try {
    await reloadProfile();
  } catch (error) {
    await endHere('failed');
    throw error;
  }
  publishLogin();
}

/** Loads the current profile from the server; a known customer then becomes logged in. */
export async function reloadProfile(): Promise<void> {
  const { result } = await lock.send((token) => callApi(showCustomer, { token }));
  adoptCustomer(result);
}

/**
 * Adopts a customer from the API: stores the profile without secrets, shows it, and publishes it to the
 * other tabs.
 */
export function adoptCustomer(customer: Customer): void {
  const profile = profileOf(customer);
  setGroupToken(customer.groupToken);
  storeProfile(profile);
  setSession({ state: 'loggedIn', profile });
  tabs().publish({ kind: 'profile', profile });
}

function publishLogin(): void {
  const now = currentSession();
  if (now.state !== 'loggedIn' || !lock.token) return;
  tabs().publish({ kind: 'login', token: lock.token, groupToken: groupToken(), profile: now.profile });
}

/** Logs out on every tab, unless the shopper cancels because of unsent data (spec D42). */
export async function logOut(): Promise<boolean> {
  if (!(await mayLeave('logout'))) return false;
  await endHere('logout');
  return true;
}

/** Deletes local data after the account was deleted. */
export const forgetCustomer = (): Promise<void> => endHere('erased');

/** How long a logout waits for calls in flight, in milliseconds. */
const maxSettlingMs = 2000;

/** Ends the session on all tabs: clears its data, notifies the server, and announces the reason. */
async function endHere(how: Exclude<SessionEnd, 'elsewhere'>): Promise<void> {
  const { token } = lock;
  const whose = knownCustomer();
  lock.end();
  clear();
  tabs().publish({ kind: 'logout' });
  announceEnd(how, whose);
  // If this page is left meanwhile, the next one ends the session at the server.
  storeProfile('');
  await lock.settled(maxSettlingMs);
  // A login meanwhile replaced the cookie, and the session of that must not end.
  if (lock.token === undefined) await leaveServer(token);
}

function clear(): void {
  setGroupToken(undefined);
  forgetPersonalData();
  setSession({ state: 'anonymous', ended: true });
}

/** Ends the session at the server. If that fails while offline, the next page with a connection retries. */
async function leaveServer(token?: string): Promise<void> {
  try {
    await callApi(logout, { body: {}, token });
    if (isLeaving()) writeText(profileKey, null);
  } catch (error) {
    const passing = error instanceof ApiProblem && error.view.retry;
    if (passing && !readProfile()) storeProfile('');
  }
}

/** Several tabs share one refresh: a tab that waited for another uses the token that the other received. */
function renewToken(): Promise<string> {
  const dead = lock.token;
  return inOneTab(async (afterOthers) => {
    const { adopted } = lock;
    if (afterOthers && adopted && adopted !== dead) return adopted;
    const { result } = await callApi(refreshToken, { body: {} });
    tabs().publish({ kind: 'renewed', token: result });
    return result;
  });
}

/** Time for the message of the previous tab to arrive, in milliseconds. */
const messageDelayMs = 50;

/**
 * Runs a function in one tab at a time. `run` receives whether another tab was running it before; the
 * result of that tab has arrived by then.
 */
async function inOneTab<Result>(run: (afterOthers: boolean) => Promise<Result>): Promise<Result> {
  const alone = await navigator.locks.request('fynbos-refresh', { ifAvailable: true }, async (lock) =>
    lock ? { result: await run(false) } : undefined,
  );
  // The declared type of the lock awaits the result; so does this function.
  if (alone) return alone.result as Result;
  // As above.
  return (await navigator.locks.request('fynbos-refresh', async () => {
    await new Promise((resolve) => setTimeout(resolve, messageDelayMs));
    return run(true);
  })) as Result;
}

function handleTabMessage(message: TabMessage): void {
  if (message.kind === 'logout') handleLogout();
  else if (message.kind === 'profile') handleProfile(message.profile);
  else if (message.kind === 'renewed') lock.adoptToken(message.token);
  else handleLogin(message);
}

function handleLogin({ token, groupToken: group, profile }: Extract<TabMessage, { kind: 'login' }>): void {
  lock.begin(token);
  lock.adoptToken(token);
  setGroupToken(group);
  setSession({ state: 'loggedIn', profile });
}

function handleProfile(profile: Profile): void {
  const now = currentSession();
  if (now.state === 'loggedIn' && now.profile.id === profile.id) setSession({ state: 'loggedIn', profile });
}

function handleLogout(): void {
  lock.end();
  if (currentSession().state === 'anonymous') return;
  clear();
  announceEnd('elsewhere');
}
