import { IconPhotoSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../shared/i18n';
import { startPage } from '../../shared/start-page';
import buttons from '../../ui/controls/Button.module.css';
import { Empty } from '../../ui/feedback/Notice';
import { texts } from './texts';

interface NoContentProps {
  readonly title: string;
  readonly line?: string;
}

/** Error page of a content, with a link to others. */
export function NoContent({ title, line }: NoContentProps) {
  const t = useTexts(texts);
  return (
    <div role="alert">
      <Empty icon={<IconPhotoSearch size={40} stroke={1.75} aria-hidden="true" />} title={title} line={line}>
        <Link to={startPage()} className={`${buttons.button} ${buttons.filled}`}>
          {t('toExplore')}
        </Link>
      </Empty>
    </div>
  );
}
