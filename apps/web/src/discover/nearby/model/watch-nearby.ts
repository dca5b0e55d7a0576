/** Watches for beacons while the page is visible, and offers the scene of one that is near. Nothing of it leaves the device. */
import { scanBeacons } from '../../../platform/native/beacons';
import { NEEDS_CLICK, REFUSED } from '../../../platform/native/beacons-in-browser';
import type { SeenBeacon } from '../../../platform/native/plugins';
import { notePluginError, PluginError } from '../../../platform/native/shell';
import { type BeaconTrigger, isSameBeacon, nearestTrigger, type Sighting, WINDOW_MS } from './nearest';

/** Neither a scene nor a beacon is offered again for this long. */
const AGAIN_MS = 10 * 60_000;
/** Offers follow each other after this time at the earliest, for which one is shown. */
export const OFFER_MS = 15_000;
/** A scan that has ended is tried again, because the user may have turned Bluetooth on. */
const RETRY_MS = 60_000;

interface Offer {
  readonly trigger: BeaconTrigger;
  readonly at: number;
}

/** What was offered; it belongs to the session. */
export const createOffers = (): { list: readonly Offer[] } => ({ list: [] });
type Offers = ReturnType<typeof createOffers>;

interface NearbyPorts {
  readonly offers: Offers;
  readonly onNear: (trigger: BeaconTrigger) => void;
  /** A browser looks for beacons only if `begin` is called in a click. */
  readonly onNeedsClick: (begin: () => void) => void;
  /** Whether something lies over the page, such as the camera. Offers wait for its end. */
  readonly isBusy: () => boolean;
  /** Milliseconds. */
  readonly now: () => number;
}

const isSame = (one: BeaconTrigger, other: BeaconTrigger) =>
  one.sid === other.sid || isSameBeacon(one.beacon, other.beacon);

/**
 * A plugin that is missing, silent or failing is logged, and tried again every minute: the visitor has asked for nothing now.
 * @returns a function that stops it
 */
export function watchNearby(
  triggers: readonly BeaconTrigger[],
  { offers, onNear, onNeedsClick, isBusy, now }: NearbyPorts,
): () => void {
  let sightings: readonly Sighting[] = [];
  let isOver = false;
  let stop: (() => Promise<void>) | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  function take(beacons: readonly SeenBeacon[]) {
    const at = now();
    const recent = sightings.filter((one) => at - one.at <= WINDOW_MS);
    sightings = [...recent, ...beacons.map((beacon) => ({ beacon, at }))];
    offers.list = offers.list.filter((offer) => at - offer.at < AGAIN_MS);
    if (isOver || isBusy() || offers.list.some((offer) => at - offer.at < OFFER_MS)) return;
    const fresh = triggers.filter((trigger) => !offers.list.some((offer) => isSame(offer.trigger, trigger)));
    const trigger = nearestTrigger(fresh, sightings, at);
    if (!trigger) return;
    offers.list = [...offers.list, { trigger, at }];
    onNear(trigger);
  }
  function end() {
    void stop?.().catch(notePluginError);
    stop = null;
  }
  const uuids = new Set(triggers.map(({ beacon }) => beacon.uuid));
  function begin() {
    if (isOver) return;
    let hasFailed = false;
    function fail(error: unknown) {
      const code = error instanceof PluginError ? error.code : null;
      const isFirst = !hasFailed;
      hasFailed = true;
      end();
      if (code === NEEDS_CLICK) {
        if (!isOver) onNeedsClick(begin);
        return;
      }
      if (code !== REFUSED && isFirst && !isOver) retry = setTimeout(begin, RETRY_MS);
      notePluginError(error);
    }
    scanBeacons(uuids, { onSeen: take, onFailed: fail })
      .then((given) => {
        stop = given;
        if (isOver || hasFailed) end();
      })
      .catch(fail);
  }
  begin();
  return () => {
    isOver = true;
    clearTimeout(retry);
    end();
  };
}
