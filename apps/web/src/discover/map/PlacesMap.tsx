import { IconMapPinOff } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTexts } from '../../shared/i18n';
import { Empty } from '../../ui/feedback/Notice';
import type { Place } from './model/geometry';
import { Locate } from './Locate';
import { MapView } from './MapView';
import type { Mark } from './mark';
import styles from './maps.module.css';
import { texts } from './texts';
import { usePosition } from './use-position';

/** D9.13: the zoom level for the place of a content. */
const PLACE_ZOOM = 18;

export interface MapPlace {
  readonly id: number;
  readonly title: string;
  readonly place: Place;
  /** The number of a stop, which links to its content. Null: no stop. */
  readonly number: number | null;
}

interface PlacesMapProps {
  readonly title: string;
  /** One place, or the stops of an itinerary. */
  readonly places: readonly MapPlace[];
}

/** The place of a content, or the stops of an itinerary. */
export function PlacesMap({ title, places }: PlacesMapProps) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const location = usePosition();
  const { position } = location;
  const here = position.type === 'known' ? position.place : null;
  const stops = useMemo(
    () =>
      places.map(({ id, title, place, number }): Mark => {
        if (number === null) return { place, title, kind: 'pin' };
        const open = () => void navigate({ to: '/content-detail/$contentId', params: { contentId: String(id) } });
        return { place, title, kind: number, onOpen: open };
      }),
    [places, navigate],
  );
  const marks = useMemo(
    () => (here ? [...stops, { place: here, title: t('youAreHere'), kind: 'here' } as const] : stops),
    [stops, here, t],
  );
  const [first] = places;
  const isOrdered = first?.number !== null;
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
        isWay={isOrdered}
        goal={position.type === 'known' ? position.found : null}
      >
        <Locate {...location} />
      </MapView>
    </div>
  );
}
