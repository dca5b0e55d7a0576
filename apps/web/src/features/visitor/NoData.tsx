import { IconMoodEmpty } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../app/i18n';
import { useTitle } from '../../app/use-title';
import { FilledButton } from '../../ui/Button';
import { Dialog, DialogAnswers } from '../../ui/Dialog';
import { Empty } from '../../ui/Notice';
import { PageHead } from './PageHead';
import { texts } from './texts';

/** The page of a menu entry that there is not: a popup says so (Discover 8). */
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
          <FilledButton data-autofocus onClick={close}>
            {t('ok')}
          </FilledButton>
        </DialogAnswers>
      </Dialog>
    </>
  );
}
