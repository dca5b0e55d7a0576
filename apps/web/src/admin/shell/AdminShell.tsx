import { Link, Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { useMe } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { useIsDesktop } from '../../shared/use-media';
import styles from './admin.module.css';
import { sectionsFor } from './sections';
import { texts } from './texts';

const active = { className: styles.on, 'aria-current': 'page' } as const;

function SideList() {
  const t = useTexts(texts);
  const me = useMe();
  return (
    <nav className={styles.side} aria-label={t('sections')}>
      <p className={styles.sideTitle}>{t('title')}</p>
      {sectionsFor(me).map(({ to, Icon, name }) => (
        <Link key={to} to={to} className={styles.entry} activeProps={active}>
          <Icon size={20} stroke={1.75} aria-hidden="true" />
          {t(name)}
        </Link>
      ))}
    </nav>
  );
}

/**
 * The layout of the back office: on a desktop the sections at the side, the first of them open, on a phone a page that lists them. Checks
 * the user's role.
 */
export function AdminShell() {
  const isDesktop = useIsDesktop();
  const me = useMe();
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, '') });
  const sections = sectionsFor(me);
  if (sections.length === 0) return <Navigate to="/settings" replace />;
  // While the next page is loading, the address is that of the next page already.
  if (path.startsWith('/admin/') && !sections.some(({ to }) => path === to || path.startsWith(`${to}/`)))
    return <Navigate to="/admin" replace />;
  const [first] = sections;
  // Before the sections at the side can be clicked: a later redirect would override the click.
  if (isDesktop && path === '/admin' && first) return <Navigate to={first.to} replace />;
  return (
    <div className={styles.shell}>
      {isDesktop && <SideList />}
      <div className={styles.page}>
        <Outlet />
      </div>
    </div>
  );
}
