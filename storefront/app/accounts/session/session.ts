import { login, logout, refreshToken, showCustomer } from '@fynbos/core/accounts/contract.ts';
import { call } from '../../api.ts';
import { ApiProblem } from '../../api-problem.ts';
import { apiSettings } from '../../api-settings.ts';
import { groupToken, keepGroupToken } from './group-token.ts';
import { knownCustomer } from './known-customer.ts';
import { forgetPersonalData } from './personal-data.ts';
import { type Customer, keepProfile, type Profile, profileOf, readProfile } from './profile.ts';
import { profileKey } from './profile-key.ts';
import { RefreshLock } from './refresh-lock.ts';
import { announceEnd, mayLeave, type SessionEnd } from './session-events.ts';
import { currentSession, setSession } from './state.ts';
import { hearTabs, inOneTab, type TabNews, tellTabs } from './tabs.ts';

/** The lock all calls of the customer go through; it holds the access token, in memory only (decision 42). */
export const lock = new RefreshLock({
  renew: renewToken,
  automatic: () => apiSettings().switches.tokenRefresh,
  lost: (why) => endHere(currentSession().state === 'known' ? 'expired' : why),
});

let begun: Promise<void> | undefined;

/** Looks who is shopping, once a page: only where a profile is kept is the server asked (accounts 4.1). */
export function startSession(): Promise<void> {
  begun ??= start();
  return begun;
}

async function start(): Promise<void> {
  hearTabs(hearNews);
  if (isLeaving()) await leaveServer();
  const profile = readProfile();
  if (!profile) return setSession({ state: 'anonymous', ended: false });
  setSession({ state: 'known', profile });
  await reloadProfile().catch(() => {});
}

/** The last logout has not reached the server yet. */
function isLeaving(): boolean {
  try {
    return localStorage.getItem(profileKey) === '';
  } catch {
    return false;
  }
}

/** After a login by a plain form: the cookie is there, the profile is not. */
export async function adoptSession(): Promise<void> {
  await startSession();
  if (currentSession().state === 'anonymous') await reloadProfile();
}

/**
 * Logs in (accounts 4.1): the token, then the profile without any cache. When the profile cannot be had the
 * user is cleared, and the error goes on to who asked.
 */
export async function logIn(username: string, password: string): Promise<void> {
  const { result: token } = await call(login, { body: { username, password } });
  await startSession();
  lock.begin(token);
  try {
    await reloadProfile();
  } catch (error) {
    await endHere('failed');
    throw error;
  }
  tellOfLogin();
}

/** The profile as the server has it now; who was known by it is logged in from here on. */
export async function reloadProfile(): Promise<void> {
  const { result } = await lock.send((token) => call(showCustomer, { token }));
  takeCustomer(result);
}

/** Takes a customer as the API answered it: kept without secrets, shown at once, told to the other tabs. */
export function takeCustomer(customer: Customer): void {
  const profile = profileOf(customer);
  keepGroupToken(customer.groupToken);
  keepProfile(profile);
  setSession({ state: 'loggedIn', profile });
  tellTabs({ kind: 'profile', profile });
}

function tellOfLogin(): void {
  const now = currentSession();
  if (now.state !== 'loggedIn' || !lock.token) return;
  tellTabs({ kind: 'login', token: lock.token, groupToken: groupToken(), profile: now.profile });
}

/** Logs out on every tab, unless the shopper wants to keep what is not sent yet (decision 42). */
export async function logOut(): Promise<boolean> {
  if (!(await mayLeave('logout'))) return false;
  await endHere('logout');
  return true;
}

/** After an account was erased: nothing of it stays here either. */
export const forgetCustomer = (): Promise<void> => endHere('erased');

/** Ends the session on this tab and the others: clears, tells the server, and says how it came. */
async function endHere(how: Exclude<SessionEnd, 'elsewhere'>): Promise<void> {
  const { token } = lock;
  const whose = knownCustomer();
  lock.end();
  clear();
  tellTabs({ kind: 'logout' });
  announceEnd(how, whose);
  await leaveServer(token);
}

function clear(): void {
  keepGroupToken(undefined);
  forgetPersonalData();
  setSession({ state: 'anonymous', ended: true });
}

/** Ends the session at the server; without a network that is left to the next page that has one. */
async function leaveServer(token?: string): Promise<void> {
  try {
    await call(logout, { body: {}, token });
    if (isLeaving()) localStorage.removeItem(profileKey);
  } catch (error) {
    const passing = error instanceof ApiProblem && error.view.retry;
    if (passing && !readProfile()) keepProfile('');
  }
}

/** Several tabs make one refresh: who waited for another tab takes what that one was given. */
function renewToken(): Promise<string> {
  const dead = lock.token;
  return inOneTab(async (afterOthers) => {
    if (afterOthers && heardToken && heardToken !== dead) return heardToken;
    const { result } = await call(refreshToken, { body: {} });
    tellTabs({ kind: 'renewed', token: result });
    return result;
  });
}

let heardToken: string | undefined;

function hearNews(news: TabNews): void {
  if (news.kind === 'logout') hearLogout();
  else if (news.kind === 'profile') hearProfile(news.profile);
  else if (news.kind === 'renewed') hearToken(news.token);
  else hearLogin(news);
}

function hearToken(token: string): void {
  heardToken = token;
  lock.take(token);
}

function hearLogin({ token, groupToken: group, profile }: Extract<TabNews, { kind: 'login' }>): void {
  heardToken = token;
  lock.begin(token);
  keepGroupToken(group);
  setSession({ state: 'loggedIn', profile });
}

function hearProfile(profile: Profile): void {
  const now = currentSession();
  if (now.state === 'loggedIn' && now.profile.id === profile.id) setSession({ state: 'loggedIn', profile });
}

function hearLogout(): void {
  heardToken = undefined;
  lock.end();
  if (currentSession().state === 'anonymous') return;
  clear();
  announceEnd('elsewhere');
}
