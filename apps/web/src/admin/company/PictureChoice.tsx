import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { readAsDataUrl } from '../../platform/data-url';
import { useTexts } from '../../shared/i18n';
import { useRequest } from '../../shared/use-request';
import { LineButton } from '../../ui/controls/Button';
import { ProblemLine } from '../../ui/controls/Field';
import { FileInput } from '../../ui/controls/FileInput';
import styles from './company.module.css';
import { texts } from './texts';

/** What is sent of a picture that was changed: a new one has a data URL. */
export const pictureSent = (change: { readonly to: string | null } | undefined) =>
  change && (change.to === null ? { removesImage: true } : { imageBase64: change.to });

interface ChoiceProps {
  readonly label: string;
  /** The stored one, or a new one as a data URL. */
  readonly value: string | null;
  /** What stands there without one. */
  readonly standard?: string;
  readonly onChange: (value: string | null) => void;
}

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** A picture that is sent with the form that it stands in. */
export function PictureChoice({ label, value, standard, onChange }: ChoiceProps) {
  const t = useTexts(texts);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { ask, problem } = useRequest();
  const shown = value ?? standard ?? null;
  const choose = (file: File) => void ask(async () => onChange(await readAsDataUrl(file)));
  return (
    <div role="group" aria-labelledby={id} className={styles.picture}>
      <p id={id} className={styles.label}>
        {label}
      </p>
      <div className={styles.frame}>
        {shown === null ? <IconPhoto size={32} stroke={1.75} aria-hidden="true" /> : <img src={shown} alt={label} />}
      </div>
      <FileInput ref={input} type="image/jpeg,image/png,image/webp" onFile={choose} />
      <div className={styles.acts}>
        <LineButton icon={<IconPhoto {...icon} />} onClick={() => input.current?.click()}>
          {t(shown === null ? 'choosePicture' : 'otherPicture')}
        </LineButton>
        {value !== null && (
          <LineButton isDanger icon={<IconTrash {...icon} />} onClick={() => onChange(null)}>
            {t('removePicture')}
          </LineButton>
        )}
      </div>
      <ProblemLine id={`${id}-problem`} problem={problem} say={t} />
    </div>
  );
}
