/** Why pushes are allowed and yet were not set up: no connection, no answer of the browser's or the device's push service, or of our server. */
const failures = ['offline', 'noService', 'failed'] as const;
export type SetUpFailure = (typeof failures)[number];

export const isFailure = (state: string): state is SetUpFailure => failures.some((one) => one === state);
