import { getConfig } from '../../platform';
import styles from './SignIn.module.css';

interface BrandProps {
  /** Default: the brand of the server. */
  readonly brand?: { readonly name: string; readonly logoUrl: string };
}

/** The brand above the page's title. */
export function Brand({ brand = getConfig().brand }: BrandProps) {
  return (
    <p className={styles.brand}>
      <img src={brand.logoUrl} alt="" width={32} height={32} />
      {brand.name}
    </p>
  );
}
