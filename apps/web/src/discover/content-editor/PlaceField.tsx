import { decode, contentBody } from '@earth/contracts';
import { IconMapPin, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { QuietButton, TextButton } from '../../ui/controls/Button';
import { Field } from '../../ui/controls/Field';
import { lazyPart } from '../../ui/feedback/lazy-part';
import styles from './content-editor.module.css';
import { isSame, type Place, placeIn } from './model/values';
import { texts } from './texts';
import type { EditorFieldProps } from './use-editor';

/** The map library is large. */
const PickPlace = lazyPart(() => import('../map'), 'PickPlace');
const DIGITS = 6;
const round = (degrees: number) => Number(degrees.toFixed(DIGITS));
const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** The typed coordinates. Null: they are no place. */
function placeOf({ lat, long }: Readonly<Record<keyof Place, string>>): Place | null {
  const [north, east] = [lat, long].map((text) => (text.trim() === '' ? Number.NaN : Number(text.replace(',', '.'))));
  const place = { lat: north ?? Number.NaN, long: east ?? Number.NaN };
  const isRight = decode(contentBody.lat, place.lat).success && decode(contentBody.long, place.long).success;
  return isRight ? place : null;
}

/** The place of a content: by a pin on the map, or by its coordinates. */
export function PlaceField({ of, label, editor }: EditorFieldProps) {
  const t = useTexts(texts);
  const id = useId();
  const place = placeIn(editor.values);
  const [isShown, show] = useState(false);
  // What is typed, while it is no place yet.
  const [typed, type] = useState<Readonly<Record<keyof Place, string>> | null>(null);
  const isWrong = editor.problems[of] !== undefined;
  // Put aside if the place was changed by something else.
  const isKept = typed !== null && (isWrong || isSame(placeOf(typed), place));
  const words = isKept ? typed : { lat: place ? String(place.lat) : '', long: place ? String(place.long) : '' };
  const pick = (next: Place | null) => {
    type(null);
    editor.setField(of, next);
  };
  const change = (name: keyof Place) => (text: string) => {
    const next = { ...words, [name]: text };
    const read = placeOf(next);
    const isEmpty = next.lat.trim() === '' && next.long.trim() === '';
    // The text stays as it was typed.
    type(next);
    // While it is no place, the former one stays.
    if (read !== null || isEmpty) editor.setField(of, read);
    else editor.refuse(of, 'wrongPlace');
  };
  const inputOf = (name: keyof Place) => (
    <Field
      label={t(name)}
      inputMode="decimal"
      autoComplete="off"
      value={words[name]}
      problem={null}
      say={t}
      onChange={change(name)}
    />
  );
  return (
    <div role="group" aria-labelledby={id} className={styles.file}>
      <p id={id} className={styles.label}>
        {label}
      </p>
      <div className={styles.beside} data-columns={2}>
        {inputOf('lat')}
        {inputOf('long')}
      </div>
      <p role="status" className={styles.hint}>
        {isWrong ? t('wrongPlace') : isShown && place === null && t('noPlace')}
      </p>
      {isShown ? (
        <PickPlace
          title={label}
          place={place ? [place.long, place.lat] : null}
          onPick={([long, lat]: readonly [number, number]) => pick({ lat: round(lat), long: round(long) })}
        />
      ) : null}
      <div className={styles.fileActs}>
        {!isShown && (
          <QuietButton icon={<IconMapPin {...icon} />} onClick={() => show(true)}>
            {t('showMap')}
          </QuietButton>
        )}
        {place && (
          <TextButton isDanger icon={<IconTrash {...icon} />} onClick={() => pick(null)}>
            {t('removePlace')}
          </TextButton>
        )}
      </div>
    </div>
  );
}
