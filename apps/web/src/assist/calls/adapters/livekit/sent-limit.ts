/** Whether the link bears what is sent of the picture. */

/** The DOM types lack `qualityLimitationReason`. */
type PictureStats = RTCOutboundRtpStreamStats & { readonly qualityLimitationReason?: string };

/**
 * By the statistics of the picture's sender. Of several sizes a browser leaves out the largest first, and says so of all of them. A size that
 * nobody receives is switched off on purpose, and a slow device is not the link.
 */
export function isLimitedByLink(report: Iterable<RTCStats>): boolean {
  for (const stats of report) {
    if (stats.type !== 'outbound-rtp') continue;
    const { active, kind, qualityLimitationReason } = stats as PictureStats;
    if (kind === 'video' && active !== false && qualityLimitationReason === 'bandwidth') return true;
  }
  return false;
}
