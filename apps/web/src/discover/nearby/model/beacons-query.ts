import { type Trigger, TriggerType } from '@earth/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform';
import { canFindBeacons } from '../../../platform/native/beacons';
import type { ContentLanguage } from '../../lists/model/content-queries';
import type { BeaconTrigger } from './nearest';

/** Halls do not get new beacons every minute. */
const STALE_MS = 10 * 60_000;

const beaconOf = ({ sid, title, beacon }: Trigger): BeaconTrigger[] => (beacon ? [{ sid, title, beacon }] : []);

/** The beacons of all scenes that the user may see, on a device that can find them. All at once, so that the server does not learn who stands where. */
export const beaconsQuery = (l: ContentLanguage) =>
  queryOptions({
    queryKey: ['beacons', l],
    queryFn: async () => (await api.listTriggers({ l, sType: TriggerType.beacon })).flatMap(beaconOf),
    staleTime: STALE_MS,
    enabled: canFindBeacons,
  });
