import { RECOGNITION_CODE } from '@earth/contracts';
import { IconCamera } from '@tabler/icons-react';
import { useTexts } from '../../shared/i18n';
import { ButtonLink } from '../../ui/controls/Button';
import { type Entry, findEntry, isAt, WithMenu } from '../menu';
import styles from './RecognitionButton.module.css';
import { texts } from './texts';

/** The way from a catalogue to its camera, labelled with the title of the camera's entry of the menu (D2.45). */
export function RecognitionButton({ entry }: { readonly entry: Entry }) {
  const t = useTexts(texts);
  const { modelCode } = entry;
  return (
    <WithMenu loading={null}>
      {(menu) => (
        <div className={styles.place}>
          <ButtonLink
            kind="filled"
            isField
            icon={<IconCamera size={24} stroke={1.75} aria-hidden="true" />}
            to={RECOGNITION_CODE}
            search={modelCode === null ? {} : { model: modelCode }}
          >
            {findEntry(menu, (one) => isAt(one, RECOGNITION_CODE))?.title ?? t('recognize')}
          </ButtonLink>
        </div>
      )}
    </WithMenu>
  );
}
