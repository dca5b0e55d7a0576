import type { Content } from '@earth/contracts';
import {
  IconBrandFacebook,
  IconBrandGoogle,
  IconBrandInstagram,
  IconBrandLinkedin,
  IconBrandPinterest,
  IconBrandSkype,
  IconBrandTwitter,
  IconBrandYoutube,
  IconFileTypePdf,
  IconLink,
  IconMail,
  IconMapPin,
  IconPhone,
  IconPrinter,
  IconShoppingCart,
  IconWorld,
} from '@tabler/icons-react';
import { formatPrice } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import styles from './content-detail.module.css';
import { contactRows, type RowKind } from './model/contact-rows';
import { texts } from './texts';

const icons = {
  web: IconWorld,
  phone: IconPhone,
  email: IconMail,
  fax: IconPrinter,
  youtube: IconBrandYoutube,
  pdf: IconFileTypePdf,
  skype: IconBrandSkype,
  facebook: IconBrandFacebook,
  instagram: IconBrandInstagram,
  linkedin: IconBrandLinkedin,
  twitter: IconBrandTwitter,
  google: IconBrandGoogle,
  page: IconLink,
  pinterest: IconBrandPinterest,
  shop: IconShoppingCart,
  map: IconMapPin,
} as const satisfies Record<RowKind, typeof IconWorld>;

/** The contact details of a content: each opens its own app. */
export function Rows({ content }: { readonly content: Content }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const rows = contactRows(content, content.price > 0 ? formatPrice(content.price, language) : '');
  if (rows.length === 0) return null;
  return (
    <ul className={styles.rows} aria-label={t('ways')}>
      {rows.map(({ kind, href, value, isPage }) => {
        const Icon = icons[kind];
        return (
          <li key={kind}>
            <a href={href} rel="noreferrer" {...(isPage && { target: '_blank' })} className={styles.way}>
              <Icon size={24} stroke={1.75} aria-hidden="true" className={styles.wayIcon} />
              <span className={styles.wayWords}>
                <span className={styles.wayName}>{t(kind === 'map' ? 'openMap' : kind)}</span>
                {value && <span className={styles.wayValue}>{value}</span>}
              </span>
              {isPage && <span className="visually-hidden">, {t('newTab')}</span>}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
