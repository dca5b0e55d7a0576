import { useMemo, useState } from 'react';
import { useTexts } from '../../shared/i18n';
import type { Place } from './model/geometry';
import { MapView } from './MapView';
import styles from './pick-place.module.css';
import { texts } from './texts';

/** Where a map without a place begins (section 2 of the specification). */
const START: Place = [10.629, 44.698];
const PLACE_ZOOM = 16;
const START_ZOOM = 11;

interface PickPlaceProps {
  /** Longitude and latitude; null: none yet. */
  readonly place: Place | null;
  readonly title: string;
  readonly onPick: (place: Place) => void;
}

/** A map on which a tap sets the place. */
export function PickPlace({ place, title, onPick }: PickPlaceProps) {
  const t = useTexts(texts);
  const [start] = useState(place);
  const [long, lat] = place ?? [null, null];
  const marks = useMemo(
    () => (long === null || lat === null ? [] : [{ place: [long, lat], title, kind: 'pin' } as const]),
    [long, lat, title],
  );
  return (
    <div className={styles.pick}>
      <MapView
        label={t('pickPlace')}
        center={start ?? START}
        zoom={start ? PLACE_ZOOM : START_ZOOM}
        marks={marks}
        onPlace={onPick}
      />
    </div>
  );
}
