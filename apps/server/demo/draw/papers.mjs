/** Papers to take along: a page that lists what a walk, a visit or a look is made of, as a PDF (ISO 32000-1). */
import sharp from 'sharp';

const [WIDTH, HEIGHT, MARGIN] = [595, 842, 48];
const PICTURE = { width: 960, height: 400 };
/** Helvetica's letters are about half as wide as they are high, most of them less. */
const letters = (/** @type {number} */ size) => Math.floor((WIDTH - 2 * MARGIN) / (size * 0.46));

/** What WinAnsiEncoding has elsewhere than Latin 1. @type {Record<string, string>} */
const WIN_ANSI = {
  '’': '\\222',
  '‘': '\\221',
  '“': '\\223',
  '”': '\\224',
  '–': '\\226',
  '—': '\\227',
  '…': '\\205',
  '€': '\\200',
};
const shown = (/** @type {string} */ text) =>
  text.replaceAll(/[()\\]/g, '\\$&').replaceAll(/[^\x20-\xff]/g, (letter) => WIN_ANSI[letter] ?? '?');

/** @param {string} text @param {number} most */
function lines(text, most) {
  /** @type {string[]} */
  const all = [];
  for (const word of text.split(/\s+/)) {
    const last = all.at(-1);
    if (last !== undefined && last.length + word.length < most) all[all.length - 1] = `${last} ${word}`;
    else all.push(word);
  }
  return all;
}

/**
 * @param {{ title: string, line: string, color: string, picture: Buffer, entries: readonly { title: string, line: string }[] }} page
 */
export async function paper({ title, line, color, picture, entries }) {
  const jpeg = await sharp(picture)
    .resize({ ...PICTURE, fit: 'cover' })
    .jpeg({ quality: 70 })
    .toBuffer();
  const [red, green, blue] = [1, 3, 5].map((at) => (Number.parseInt(color.slice(at, at + 2), 16) / 255).toFixed(3));
  /** @type {string[]} */
  const drawn = [`${red} ${green} ${blue} rg 0 ${HEIGHT - 96} ${WIDTH} 96 re f 1 1 1 rg`];
  const write = (
    /** @type {string} */ font,
    /** @type {number} */ size,
    /** @type {number} */ y,
    /** @type {string} */ text,
  ) => drawn.push(`BT /${font} ${size} Tf ${MARGIN} ${y} Td (${shown(text)}) Tj ET`);
  write('B', 24, HEIGHT - 60, title);
  const shownHeight = (WIDTH * PICTURE.height) / PICTURE.width;
  let y = HEIGHT - 96 - shownHeight;
  drawn.push(`q ${WIDTH} 0 0 ${shownHeight} 0 ${y} cm /P Do Q 0.13 0.13 0.13 rg`);
  y -= 30;
  for (const words of lines(line, letters(12))) {
    write('R', 12, y, words);
    y -= 17;
  }
  for (const [index, entry] of entries.entries()) {
    y -= 12;
    write('B', 13, y, `${index + 1}. ${entry.title}`);
    y -= 16;
    for (const words of lines(entry.line, letters(10.5)).slice(0, 2)) {
      write('R', 10.5, y, words);
      y -= 14;
    }
  }
  return pdf(drawn.join('\n'), jpeg);
}

/** @param {string} content @param {Buffer} jpeg */
function pdf(content, jpeg) {
  const font = (/** @type {string} */ name) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Contents 4 0 R /Resources << /Font << /R 5 0 R /B 6 0 R >> /XObject << /P 7 0 R >> >> >>`,
    `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<< /Type /XObject /Subtype /Image /Width ${PICTURE.width} /Height ${PICTURE.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n${jpeg.toString('latin1')}\nendstream`,
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const start = text.length;
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
