import { IconPhotoSearch } from '@tabler/icons-react';
import { useTexts } from '../../shared/i18n';
import { startPage } from '../../shared/start-page';
import { ButtonLink } from '../../ui/controls/Button';
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
        <ButtonLink to={startPage()} kind="filled">
          {t('toExplore')}
        </ButtonLink>
      </Empty>
    </div>
  );
}
