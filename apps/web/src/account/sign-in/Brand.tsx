import { getConfig } from '../../platform';
import styles from './SignIn.module.css';

/** The brand above the page's title. */
export function Brand() {
  const { brand } = getConfig();
  return (
    <p className={styles.brand}>
      <img src={brand.logoUrl} alt="" width={32} height={32} />
      {brand.name}
    </p>
  );
}
