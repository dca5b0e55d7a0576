import { IconMapPinOff } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTexts } from '../../app/i18n';
import { Empty } from '../../ui/Notice';
import type { Place } from './logic/geometry';
import { type Mark, MapView } from './MapView';
import styles from './maps.module.css';
import { texts } from './texts';

/** Discover 9: as close as the place of a content is shown. */
const PLACE_ZOOM = 18;

export interface MapPlace {
  readonly id: number;
  readonly title: string;
  readonly place: Place;
}

interface PlacesMapProps {
  readonly title: string;
  readonly places: readonly MapPlace[];
  /** They are stops: numbered, and each leads to its content. Else it is one place. */
  readonly isOrdered?: boolean;
}

/** Where a content is; of an itinerary, where its stops are. */
export function PlacesMap({ title, places, isOrdered = false }: PlacesMapProps) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const marks = useMemo(
    () =>
      places.map(({ id, title, place }, index): Mark => {
        if (!isOrdered) return { place, title, kind: 'pin' };
        const open = () => void navigate({ to: '/content-detail/$contentId', params: { contentId: String(id) } });
        return { place, title, kind: index + 1, onOpen: open };
      }),
    [places, isOrdered, navigate],
  );
  const [first] = places;
  if (!first)
    return (
      <Empty
        icon={<IconMapPinOff size={40} stroke={1.75} aria-hidden="true" />}
        title={t('noStops')}
        line={t('noStopsLine')}
      />
    );
  return (
    <div className={styles.place}>
      <MapView
        label={isOrdered ? t('stopsOnMap') : t('mapOf', { title })}
        center={first.place}
        zoom={PLACE_ZOOM}
        marks={marks}
        fitsMarks={isOrdered}
      />
    </div>
  );
}
