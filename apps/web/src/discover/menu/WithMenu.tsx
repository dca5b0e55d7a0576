import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useContentLanguage, useTexts } from '../../shared/i18n';
import { menuQuery } from '../lists/model/content-queries';
import { Failed } from '../../ui/feedback/Notice';
import type { Entry } from './menu';
import { texts } from './texts';

interface WithMenuProps {
  /** Renders the page from the menu. */
  readonly children: (menu: readonly Entry[]) => ReactNode;
  /** Rendered while the menu loads. */
  readonly loading: ReactNode;
}

/** A page that depends on the menu: it shows loading and error states until the menu is known. */
export function WithMenu({ children, loading }: WithMenuProps) {
  const t = useTexts(texts);
  const { data: menu, error, refetch } = useQuery(menuQuery(useContentLanguage()));
  if (menu) return children(menu);
  if (!error) return loading;
  return <Failed title={t('menuFailed')} line={error.message} onRetry={() => void refetch()} />;
}
