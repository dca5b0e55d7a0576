import { useTexts } from '../../shared/i18n';
import { FilledButton, QuietButton } from '../../ui/controls/Button';
import { Dialog, DialogAnswers } from '../../ui/overlay/Dialog';
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
    <Dialog title={t('delete')} isOpen={entry !== null} onClose={onClose}>
      {entry && (
        <>
          <p dir="auto">{t('deleteAsk', { title: titleOf(entry) })}</p>
          {countBelow(entry) > 0 && <p>{t('deleteEntries', { count: countBelow(entry) })}</p>}
          {contentsOf(entry) > 0 && <p>{t('deleteContents', { count: contentsOf(entry) })}</p>}
          {hasCatalogue(entry) && <p>{t('deleteCatalogue')}</p>}
          <DialogAnswers>
            <QuietButton onClick={onClose}>{t('cancel')}</QuietButton>
            <FilledButton isDanger onClick={() => onDelete(entry)}>
              {t('delete')}
            </FilledButton>
          </DialogAnswers>
        </>
      )}
    </Dialog>
  );
}
