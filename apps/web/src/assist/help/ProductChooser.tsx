import type { Product } from '@earth/contracts';
import { IconCheck, IconPhoto } from '@tabler/icons-react';
import { useTexts } from '../../shared/i18n';
import { useWritten } from '../../shared/written';
import { TextButton } from '../../ui/controls/Button';
import { Loading, SkeletonBlock } from '../../ui/feedback/Skeleton';
import styles from './ProductChooser.module.css';
import { texts } from './texts';
import type { useProduct } from './use-product';

function ProductCard({ product, isChosen, onChoose }: { product: Product; isChosen: boolean; onChoose: () => void }) {
  const written = useWritten();
  return (
    <button type="button" className={styles.card} aria-pressed={isChosen} onClick={onChoose}>
      <span className={styles.picture}>
        {product.imageUrl ? (
          <img src={product.imageUrl} alt="" className={styles.image} loading="lazy" draggable={false} />
        ) : (
          <IconPhoto size={32} stroke={1.75} aria-hidden="true" />
        )}
      </span>
      <span className={styles.name}>{written(product.name, product.nameIt)}</span>
      {isChosen && (
        <span className={styles.tick}>
          <IconCheck size={16} stroke={2} aria-hidden="true" />
        </span>
      )}
    </button>
  );
}

/** Chooses the machine that a call is about. Without machines, or if they do not load, nothing is shown, and calling still works. */
export function ProductChooser({
  product: { query, chosen, choose, clear },
}: {
  readonly product: ReturnType<typeof useProduct>;
}) {
  const t = useTexts(texts);
  if (query.isPending) {
    return (
      <Loading className={styles.section}>
        <div className={styles.head}>
          <h2 className={styles.heading}>{t('whatAbout')}</h2>
        </div>
        <div className={styles.strip}>
          <SkeletonBlock width={160} height={121} />
          <SkeletonBlock width={160} height={121} />
          <SkeletonBlock width={160} height={121} />
        </div>
      </Loading>
    );
  }
  if (!query.data || query.data.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="what-about">
      <div className={styles.head}>
        <h2 id="what-about" className={styles.heading}>
          {t('whatAbout')}
        </h2>
        {chosen && (
          <TextButton className={styles.clear} onClick={clear}>
            {t('clearChoice')}
          </TextButton>
        )}
      </div>
      <div className={styles.strip}>
        {query.data.map((product) => (
          <ProductCard
            key={product.code}
            product={product}
            isChosen={product.code === chosen?.code}
            onChoose={() => choose(product)}
          />
        ))}
      </div>
    </section>
  );
}
