import { isController, type Profile } from '@earth/contracts';
import { getConfig } from '../../../platform';

type Me = Pick<Profile, 'role'>;

export interface ArOffer {
  readonly me: Me;
  /** The setting. */
  readonly arEnabled: boolean;
  readonly userAgent: string;
  readonly isTouch: boolean;
}

/** AR is for assisted users at a desktop, if its setting is on (A5.8). An iPad identifies itself as a Macintosh, but no Macintosh has a touch screen. */
export const offersAr = ({ me, arEnabled, userAgent, isTouch }: ArOffer): boolean =>
  arEnabled &&
  !isController(me.role.code) &&
  !/Android|iPhone|iPad|iPod/.test(userAgent) &&
  !(isTouch && userAgent.includes('Macintosh'));

export const offersArHere = (me: Me): boolean =>
  offersAr({
    me,
    arEnabled: getConfig().arEnabled,
    userAgent: navigator.userAgent,
    isTouch: navigator.maxTouchPoints > 1,
  });
