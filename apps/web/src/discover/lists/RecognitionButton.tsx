import { RECOGNITION_CODE } from '@earth/contracts';
import { IconCamera } from '@tabler/icons-react';
import { useTexts } from '../../shared/i18n';
import { ButtonLink } from '../../ui/controls/Button';
import { type Entry, WithMenu } from '../menu';
import { cameraEntry, catalogueIn, isCatalogue, searchOf } from '../recognition/model/catalogue';
import styles from './RecognitionButton.module.css';
import { texts } from './texts';

/** The way from a catalogue to its camera, labelled with the title of the camera's entry of the menu (D2.45). */
export function RecognitionButton({ entry }: { readonly entry: Entry }) {
  const t = useTexts(texts);
  return (
    <WithMenu loading={null}>
      {(menu) => {
        const search = isCatalogue(entry) ? searchOf(entry) : {};
        if (!catalogueIn(menu, search)) return null;
        return (
          <div className={styles.place}>
            <ButtonLink
              kind="filled"
              isField
              icon={<IconCamera size={24} stroke={1.75} aria-hidden="true" />}
              to={RECOGNITION_CODE}
              search={search}
            >
              {cameraEntry(menu)?.title ?? t('recognize')}
            </ButtonLink>
          </div>
        );
      }}
    </WithMenu>
  );
}
