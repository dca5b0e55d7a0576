/** The ways that a page's connections take, by the browser's statistics. */
import type { Page } from '@playwright/test';

interface CandidateStats {
  readonly candidateType: string;
  readonly relayProtocol?: string;
}

interface Way {
  /** The kinds of its two ends: `host`, `srflx` and `prflx` (behind NAT), `relay`. */
  readonly local: string | undefined;
  readonly remote: string | undefined;
  /** The transport to the relay. */
  readonly relayProtocol: string | undefined;
  readonly roundTripSeconds: number | undefined;
}

/** The way of each connection that has one. */
export const waysOf = (page: Page): Promise<readonly Way[]> =>
  page.evaluate(async () => {
    const ways: Way[] = [];
    for (const connection of window.testConnections) {
      const reports = await connection.getStats();
      for (const report of reports.values() as Iterable<RTCTransportStats>) {
        if (report.type !== 'transport') continue;
        const way = reports.get(report.selectedCandidatePairId ?? '') as RTCIceCandidatePairStats | undefined;
        if (!way) continue;
        const local = reports.get(way.localCandidateId) as CandidateStats | undefined;
        const remote = reports.get(way.remoteCandidateId) as CandidateStats | undefined;
        ways.push({
          local: local?.candidateType,
          remote: remote?.candidateType,
          relayProtocol: local?.relayProtocol,
          roundTripSeconds: way.currentRoundTripTime,
        });
      }
    }
    return ways;
  });
