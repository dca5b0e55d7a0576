/** Tiles as they are laid: the picture of one, again and again, on the wall behind a washstand. */
import { chanceOf, dark, drawing, light } from './hand.mjs';

const floors = ['#cfc6b8', '#b9a58c', '#8d8478', '#d9d3c7'];
const woods = ['#9a6a42', '#6b4a33', '#c49a6c', '#4c3a2e'];
const leaves = ['#4f7d5a', '#7d9477', '#3f6d54'];
const TILE = { width: 160, height: 120 };

/** @param {string} seed @param {string} picture Of the tile, as a data URL. */
export function laid(seed, picture) {
  const { of, between } = chanceOf(seed);
  const [floor, wood, leaf] = [of(floors), of(woods), of(leaves)];
  const left = between(150, 230);
  const stems = [-46, -18, 12, 40]
    .map(
      (x, i) =>
        `<path d="M${left + 300} 232q${x * 0.4} ${-40 - i * 6} ${x} ${-74 - i * 5}" stroke="${dark(leaf, 0.3)}" stroke-width="3" fill="none"/><ellipse cx="${left + 300 + x}" cy="${154 - i * 5}" rx="11" ry="22" fill="${leaf}" transform="rotate(${x} ${left + 300 + x} ${154 - i * 5})"/>`,
    )
    .join('');
  return drawing(
    `<rect width="640" height="392" fill="url(#tile)"/><rect width="640" height="392" fill="url(#light)"/><rect y="392" width="640" height="88" fill="${floor}"/><rect y="392" width="640" height="7" fill="${dark(floor, 0.3)}"/><ellipse cx="${left + 170}" cy="448" rx="220" ry="14" fill="#000" opacity=".22"/><circle cx="${left + 150}" cy="120" r="84" fill="#dfe6e8" stroke="${wood}" stroke-width="9"/><path d="M${left + 92} 150l90-92M${left + 118} 172l92-94" stroke="#fff" stroke-width="8" opacity=".55"/>${stems}<path d="M${left + 276} 232h48l-7 58h-34z" fill="${light(wood, 0.55)}"/><rect x="${left - 20}" y="290" width="380" height="16" fill="${light(wood, 0.12)}"/><rect x="${left - 8}" y="306" width="356" height="76" fill="${wood}"/><path d="M${left + 170} 306v76M${left + 90} 344h22M${left + 238} 344h22" stroke="${dark(wood, 0.4)}" stroke-width="4"/><path d="M${left + 4} 382v66M${left + 336} 382v66" stroke="${dark(wood, 0.35)}" stroke-width="11"/><path d="M${left + 60} 254h180q-8 36-44 36h-92q-36 0-44-36z" fill="#f4f2ee"/><path d="M${left + 60} 254h180v6H${left + 60}z" fill="#fff"/><path d="M${left + 150} 254v-34q0-14 22-12" stroke="#b9bcbd" stroke-width="8" fill="none" stroke-linecap="round"/>`,
    `<pattern id="tile" width="${TILE.width}" height="${TILE.height}" patternUnits="userSpaceOnUse"><image href="${picture}" width="${TILE.width}" height="${TILE.height}" preserveAspectRatio="none"/></pattern><radialGradient id="light" cx=".4" cy=".2" r="1"><stop offset="0" stop-color="#fff" stop-opacity=".22"/><stop offset=".6" stop-color="#000" stop-opacity=".06"/><stop offset="1" stop-color="#000" stop-opacity=".42"/></radialGradient>`,
  );
}

/** @param {string} svg A drawing, of which the middle is shown, twice as large. */
export const near = (svg) => svg.replace('viewBox="0 0 640 480"', 'viewBox="170 150 320 240"');
