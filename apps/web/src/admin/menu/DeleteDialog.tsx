import { useTexts } from '../../shared/i18n';
import { Question } from '../../ui/overlay/Question';
import { contentsOf, type Entry } from './model/tree';
import { texts } from './texts';
import { useTitleOf } from './use-title-of';

interface DialogProps {
  /** Null: closed. */
  readonly entry: Entry | null;
  readonly onClose: () => void;
  readonly onDelete: (entry: Entry) => void;
}

const countBelow = ({ items }: Entry): number => items.reduce((sum, below) => sum + 1 + countBelow(below), 0);
const hasCatalogue = ({ modelCode, items }: Entry): boolean => modelCode !== null || items.some(hasCatalogue);

/** Says what else goes with an entry before it is deleted. */
export function DeleteDialog({ entry, onClose, onDelete }: DialogProps) {
  const t = useTexts(texts);
  const titleOf = useTitleOf();
  return (
    <Question
      isOpen={entry !== null}
      title={t('delete')}
      yes={t('delete')}
      isDanger
      onYes={() => entry && onDelete(entry)}
      onClose={onClose}
    >
      {entry && (
        <>
          <p dir="auto">{t('deleteAsk', { title: titleOf(entry) })}</p>
          {countBelow(entry) > 0 && <p>{t('deleteEntries', { count: countBelow(entry) })}</p>}
          {contentsOf(entry) > 0 && <p>{t('deleteContents', { count: contentsOf(entry) })}</p>}
          {hasCatalogue(entry) && <p>{t('deleteCatalogue')}</p>}
        </>
      )}
    </Question>
  );
}
