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

export function useChangedProfile(): ChangedProfile | undefined {
  const profile = useProfile();
  const { entries } = useTasks().outbox;
  return useMemo(() => profile && withWaiting(profile, entries), [profile, entries]);
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
