import { encodeQR } from 'qr';
import styles from './QrCode.module.css';

/** The quiet zone in modules (ISO/IEC 18004). */
const QUIET = 4;

/** Dark on light in any theme, as scanners expect. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET });
  const side = rows.length;
  const cells = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
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
