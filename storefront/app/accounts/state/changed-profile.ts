import { useMemo } from 'react';
import { useTasks } from '../../network-tasks/task-queue.ts';
import type { Profile } from '../../platform/session/profile.ts';
import { useProfile } from '../../platform/session/session-state.ts';
import { waitingChange } from './profile-change.ts';

/** The profile with unsent changes applied, and a flag for each unsent part. */
export interface ChangedProfile {
  profile: Profile;
  waiting: { names: boolean; addresses: boolean };
}

/** @returns undefined until both are known: a form takes its first values from them */
export function useChangedProfile(): ChangedProfile | undefined {
  const profile = useProfile();
  const { outbox, isLoaded } = useTasks();
  const { entries } = outbox;
  return useMemo(
    () => (profile && isLoaded ? withWaiting(profile, entries) : undefined),
    [profile, entries, isLoaded],
  );
}

function withWaiting(profile: Profile, tasks: Parameters<typeof waitingChange>[0]): ChangedProfile {
  const {
    firstname = profile.firstname,
    lastname = profile.lastname,
    addresses,
  } = waitingChange(tasks, profile.id);
  const isRenamed = firstname !== profile.firstname || lastname !== profile.lastname;
  return {
    profile: { ...profile, firstname, lastname, addresses: addresses ?? profile.addresses },
    waiting: { names: isRenamed, addresses: addresses !== undefined },
  };
}
