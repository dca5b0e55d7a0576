import { create } from 'qrcode';
import styles from './QrCode.module.css';

/** What a camera needs around the code to find it (ISO/IEC 18004). */
const QUIET = 4;

/** Dark on light in any theme: cameras are made for that. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const cells = Array.from(modules.data, (isDark, index) =>
    isDark ? `M${(index % size) + QUIET} ${Math.floor(index / size) + QUIET}h1v1h-1z` : '',
  );
  const side = size + 2 * QUIET;
  return (
    <svg
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={styles.code}
    >
      <path d={cells.join('')} />
    </svg>
  );
}
