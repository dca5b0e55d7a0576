/**
 * Writes the slabs that the net is trained with: `tsx training/slabs.ts COUNT SEED > FILE`. Each is 256 × 256 bytes of luma, a tile and a half across.
 * A quarter of them are sisters of the slab before: the same texture, seen from farther away.
 */
import { grayOfRgba } from '../src/image';
import { createRandom } from '../src/random';
import { createTexture, paintTexture, TEXTURE_FAMILIES, type TextureFamily } from '../src/textures';

const SIDE = 256;
const EXTENT = 1.5;
/** The most various families are drawn more often, and stones are what tiles imitate most. */
const FAMILIES: readonly TextureFamily[] = [
  ...TEXTURE_FAMILIES,
  ...(['stone', 'stone', 'stone', 'stone', 'crystals', 'crystals', 'crystals', 'granite', 'marble'] as const),
];

const [count, seed] = [Number(process.argv[2]), Number(process.argv[3])];
if (!(count > 0) || !Number.isInteger(seed)) throw new Error('Usage: slabs.ts COUNT SEED > FILE');
const random = createRandom(seed);
let last: { family: TextureFamily; seed: number } | null = null;
for (let slab = 0; slab < count; slab += 1) {
  const isSister: boolean = last !== null && slab % 4 === 3;
  const drawn: { family: TextureFamily; seed: number } =
    isSister && last
      ? last
      : { family: FAMILIES[Math.floor(random() * FAMILIES.length)]!, seed: Math.floor(random() * 2 ** 31) };
  last = drawn;
  const extent = isSister ? EXTENT * (1.7 + 0.8 * random()) : EXTENT;
  const place = { x: 50 * random(), y: 50 * random() };
  const { data } = paintTexture(createTexture(drawn.family, drawn.seed), {
    side: SIDE,
    extent,
    samples: 2,
    ...place,
  });
  process.stdout.write(grayOfRgba(SIDE, SIDE, data).data);
}
