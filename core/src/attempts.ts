/** Decision 25: so often something that waits may fail before its shopper is asked. */
export const attemptsBeforeAsking = 3;
