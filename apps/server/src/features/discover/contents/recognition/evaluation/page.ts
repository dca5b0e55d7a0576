/** The page of an evaluation: one HTML file with its figures, and every miss with the pictures side by side. */
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import sharp from 'sharp';
import { escapeHtml } from '../../../../../http/escape-html';
import { disturb } from './disturb';
import { type Evaluation, modes, type Outcome, type ReferenceCatalogue } from './evaluate';
import { type Figures, figureCells, figureHeads, type MissKind, missOf, modeNames, placeOf } from './figures';

const PICTURE_SIDE = 240;
const PICTURE_QUALITY = 70;

const missWords: Readonly<Record<MissKind, string>> = {
  wrong: 'another product came first',
  notMatched: 'the right product came first, but was not called a match',
  strangerMatched: 'a stranger was called a match',
};

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; }
body { max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { margin-top: 2.5rem; font-size: 1.2rem; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { padding: .3rem .8rem; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); text-align: right; white-space: nowrap; }
th:nth-child(-n + 2), td:nth-child(-n + 2) { text-align: left; }
article { margin: 1rem 0; padding: 1rem; border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: .6rem; }
h3 { margin: 0 0 .6rem; font-size: 1rem; overflow-wrap: anywhere; }
.pictures { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: .8rem; max-width: 48rem; }
figure { margin: 0; } figcaption { font-size: .85rem; overflow-wrap: anywhere; }
[role=img], .none { display: block; aspect-ratio: 1; border-radius: .4rem; background: color-mix(in srgb, currentColor 10%, transparent) center / contain no-repeat; }
`;

/** Pictures of the page, each once: as classes, because several misses show the same one. */
class Pictures {
  readonly #names = new Map<string, string>();
  readonly #rules: string[] = [];

  /** @returns the class; null: there is no such picture */
  async classOf(key: string, read: () => Promise<Uint8Array | null>): Promise<string | null> {
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const picture = await read().catch(() => null);
    if (!picture) return null;
    const small = await sharp(picture)
      .autoOrient()
      .resize({ width: PICTURE_SIDE, height: PICTURE_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: PICTURE_QUALITY })
      .toBuffer();
    const name = `p${this.#names.size}`;
    this.#names.set(key, name);
    this.#rules.push(`.${name} { background-image: url(data:image/jpeg;base64,${small.toString('base64')}); }`);
    return name;
  }

  get css(): string {
    return this.#rules.join('\n');
  }
}

const pictureIn = (name: string | null, words: string) =>
  name === null
    ? '<span class="none"></span>'
    : `<span role="img" class="${name}" aria-label="${escapeHtml(words)}"></span>`;
const figure = (head: string, name: string | null, words: string) =>
  `<figure><figcaption>${head}</figcaption>${pictureIn(name, words)}<figcaption>${escapeHtml(words)}</figcaption></figure>`;

const wordsOf = (title: string, similarity: number | undefined) =>
  similarity === undefined ? `${title}: not among the nearest` : `${title}: ${Math.round(100 * similarity)} %`;

interface Shown extends Evaluation {
  readonly catalogue: ReferenceCatalogue;
  readonly figures: readonly Figures[];
  /** Where the photographs are: paths on the page are relative to it. */
  readonly folder: string;
}

async function articleOf(shown: Shown, pictures: Pictures, outcome: Outcome, kind: MissKind): Promise<string> {
  const { catalogue, folder } = shown;
  const { path, disturbance, seed, hits, right } = outcome;
  const read = async () => await disturb(await readFile(path), disturbance, seed);
  const product = (id: number) => pictures.classOf(`product ${id}`, () => catalogue.pictureOf(id));
  const [came] = hits;
  const place = placeOf(outcome);
  const name = relative(folder, path);
  const parts = [
    figure('Photograph', await pictures.classOf(`${disturbance} ${path}`, read), name),
    came
      ? figure('What came', await product(came.productId), wordsOf(catalogue.titleOf(came.productId), came.similarity))
      : figure('What came', null, 'Nothing'),
    right === null
      ? figure('What was right', null, 'No product')
      : figure('What was right', await product(right), wordsOf(catalogue.titleOf(right), hits[place]?.similarity)),
  ];
  const head = `${escapeHtml(name)} · ${disturbance}: ${missWords[kind]}`;
  return `<article><h3>${head}</h3><div class="pictures">${parts.join('')}</div></article>`;
}

/** @returns the text of the file, which refers to no other */
export async function pageOf(shown: Shown): Promise<string> {
  const { outcomes, figures, unreadable } = shown;
  const pictures = new Pictures();
  const sections: string[] = [];
  for (const mode of modes) {
    const articles: string[] = [];
    const all = outcomes.filter((one) => one.mode === mode);
    for (const outcome of all) {
      const kind = missOf(outcome);
      if (kind) articles.push(await articleOf(shown, pictures, outcome, kind));
    }
    sections.push(
      `<h2>Mode ${modeNames[mode]}: ${articles.length} misses of ${all.length} photographs</h2>`,
      ...articles,
    );
  }
  const row = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  const table = [row(figureHeads, 'th'), ...figures.map((one) => row(figureCells(one), 'td'))].join('\n');
  const lost = unreadable.map((path) => `<li>${escapeHtml(path)}</li>`).join('');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Evaluation of recognition</title>
<style>${STYLE}${pictures.css}</style>
<h1>Evaluation of recognition</h1>
<table>${table}</table>
${lost && `<h2>Photographs that cannot be read</h2><ul>${lost}</ul>`}
${sections.join('\n')}
</html>
`;
}
