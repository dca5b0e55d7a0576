/** Calls that may take no other way than the server's own relay: see `relay-only.js`. */
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { putClock } from './set-up';

const RELAY_ONLY = fileURLToPath(new URL('relay-only.js', import.meta.url));

declare global {
  interface Window {
    /** See `relay-only.js`. */
    onlyByRelay: boolean;
  }
}

export async function prepareRelay(page: Page) {
  await putClock(page);
  await page.addInitScript({ path: RELAY_ONLY });
}

/** Whether the page's next calls may go by the relay only. */
export const relayOnly = (page: Page, isOnly: boolean) =>
  page.evaluate((isSo) => {
    window.onlyByRelay = isSo;
  }, isOnly);

/** Whether the call goes by the relay. */
export const isRelayed = (page: Page) =>
  page.evaluate(async () => {
    const connection = window.testConnections.findLast(({ connectionState }) => connectionState === 'connected');
    const reports = [...((await connection?.getStats())?.values() ?? [])] as (RTCIceCandidatePairStats & {
      readonly candidateType?: string;
    })[];
    const pair = reports.find(
      ({ type, nominated, state }) => type === 'candidate-pair' && nominated && state === 'succeeded',
    );
    return reports.find(({ id }) => id === pair?.localCandidateId)?.candidateType === 'relay';
  });
