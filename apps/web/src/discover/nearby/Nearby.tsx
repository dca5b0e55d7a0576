import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useScoped } from '../../platform/session/scope-context';
import { isAnythingOpen } from '../../shared/back-order';
import { useContentLanguage, useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { useIsPageVisible } from '../../shared/use-page-visible';
import { contentsClient } from '../lists/model/contents-client';
import { beaconsQuery } from './model/beacons-query';
import type { BeaconTrigger } from './model/nearest';
import { createOffers, OFFER_MS, watchNearby } from './model/watch-nearby';
import { texts } from './texts';

/** For a visitor who wants to know what is nearby: offers the scene of a beacon. Without beacons nothing is looked for. */
export function Nearby() {
  const t = useTexts(texts);
  const l = useContentLanguage();
  const navigate = useNavigate();
  const offers = useScoped(createOffers);
  const isVisible = useIsPageVisible();
  const pathname = useLocation({ select: (location) => location.pathname });
  const { data } = useQuery(beaconsQuery(l), contentsClient);
  const offer = useEffectEvent(({ sid, title }: BeaconTrigger) => {
    if (pathname === `/content-detail/${sid}`) return;
    const open = () => void navigate({ to: '/content-detail/$contentId', params: { contentId: String(sid) } });
    showToast(t('near', { title }), { label: t('open'), run: open }, OFFER_MS);
  });
  const ask = useEffectEvent((begin: () => void) =>
    showToast(t('needsClick'), { label: t('look'), run: begin }, OFFER_MS),
  );
  useEffect(() => {
    if (!data || data.length === 0 || !isVisible) return undefined;
    return watchNearby(data, {
      offers,
      onNear: (trigger) => offer(trigger),
      onNeedsClick: (begin) => ask(begin),
      isBusy: isAnythingOpen,
      now: Date.now,
    });
  }, [data, isVisible, offers]);
  return null;
}
