import { IconMoodEmpty } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { useTitle } from '../../shared/use-title';
import { FilledButton } from '../../ui/controls/Button';
import { Dialog, DialogAnswers } from '../../ui/overlay/Dialog';
import { Empty } from '../../ui/feedback/Notice';
import { PageHead } from './PageHead';
import { texts } from './texts';

/** The page of a missing menu entry, with a popup (D8.6). */
export function NoData({ title }: { readonly title: string }) {
  const t = useTexts(texts);
  useTitle(title);
  const [isOpen, setOpen] = useState(true);
  const close = () => setOpen(false);
  return (
    <>
      <PageHead title={title} />
      <Empty icon={<IconMoodEmpty size={40} stroke={1.75} aria-hidden="true" />} title={t('noContents')} />
      <Dialog isOpen={isOpen} onClose={close} title={t('noData')}>
        <p>{t('noDataLine')}</p>
        <DialogAnswers>
          <FilledButton onClick={close}>{t('ok')}</FilledButton>
        </DialogAnswers>
      </Dialog>
    </>
  );
}
