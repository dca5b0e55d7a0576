/** The key of the query of a call's recordings. */
export const recordingsKey = (callId: string) => ['call', callId, 'recordings'] as const;
