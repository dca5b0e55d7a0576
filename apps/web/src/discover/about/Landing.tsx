import { LANDING_DELAY_MS } from '@earth/contracts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { getConfig } from '../../platform';
import styles from './about.module.css';

export interface LandingSearch {
  readonly contentId?: number | undefined;
  /** The target if no content is named. */
  readonly to?: string | undefined;
}

/** Shows the brand for a moment, then the content that the address names. */
export function Landing() {
  const { contentId, to } = useSearch({ from: '/landing' });
  const navigate = useNavigate();
  const { brand } = getConfig();
  useEffect(() => {
    const timer = setTimeout(() => {
      if (contentId === undefined) void navigate({ to: to ?? '/splash/', replace: true });
      else
        void navigate({
          to: '/requested-content-detail/$contentId',
          params: { contentId: String(contentId) },
          replace: true,
        });
    }, LANDING_DELAY_MS);
    return () => clearTimeout(timer);
  }, [contentId, to, navigate]);
  return (
    <main className={styles.landing}>
      <img src={brand.logoUrl} alt={brand.title} width={96} height={96} />
    </main>
  );
}
