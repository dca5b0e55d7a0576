import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLanguage, useTexts } from '../../shared/i18n';
import { menuQuery } from '../lists/model/content-queries';
import { Failed } from '../../ui/feedback/Notice';
import type { Entry } from './menu';
import { texts } from './texts';

interface WithMenuProps {
  /** What a page makes of the menu. */
  readonly children: (menu: readonly Entry[]) => ReactNode;
  /** What stands there meanwhile. */
  readonly loading: ReactNode;
}

/** What goes by the menu: until it has come, and where it does not, nobody knows what it has. */
export function WithMenu({ children, loading }: WithMenuProps) {
  const t = useTexts(texts);
  const { data: menu, error, refetch } = useQuery(menuQuery(useLanguage()));
  if (menu) return children(menu);
  if (!error) return loading;
  return <Failed title={t('menuFailed')} line={error.message} onRetry={() => void refetch()} />;
}
