import { ANNOTATION_COLORS } from '@earth/contracts';
import { useTexts } from '../../../shared/i18n';
import { lineColors } from './line';
import styles from './own-color.module.css';
import { type DrawingText, texts } from './texts';

const names: readonly DrawingText[] = ['yellow', 'pink', 'blue', 'orange', 'violet', 'turquoise'];

/** The colour in which the user draws, as a dot and in words. */
export function OwnColor({ color }: { readonly color: string }) {
  const say = useTexts(texts);
  const chosen = lineColors.find((one) => one.color === color);
  const name = chosen?.name ?? names[ANNOTATION_COLORS.findIndex((one) => one === color)] ?? 'ownColor';
  return (
    <>
      <i className={styles.dot} style={{ backgroundColor: color }} aria-hidden="true" />
      {say('drawIn', { color: say(name) })}
    </>
  );
}
