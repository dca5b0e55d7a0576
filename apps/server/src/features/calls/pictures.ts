/** The kinds of picture that a browser makes and shows: the end of their file's name, and how their bytes begin. */
const kinds = [
  { ending: 'jpg', begins: (bytes: Buffer) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) },
  { ending: 'png', begins: (bytes: Buffer) => bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')) },
  {
    ending: 'webp',
    begins: (bytes: Buffer) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  },
] as const;

/** The file ending of a picture by its first bytes; null where it is no picture that we take. */
export const pictureEnding = (bytes: Buffer): string | null => kinds.find((kind) => kind.begins(bytes))?.ending ?? null;
