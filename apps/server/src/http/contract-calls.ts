import * as contracts from '@earth/contracts';

const isCall = (value: unknown): value is contracts.CallSpec =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'summary' in value;

/** Every call that the contract declares. */
export const contractCalls: readonly contracts.CallSpec[] = Object.values<unknown>(contracts).filter(isCall);
