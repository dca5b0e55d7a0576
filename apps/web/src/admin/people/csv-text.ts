/** The text of a table as spreadsheets save it. */

/** Excel's «Unicode text» begins so. */
const isUtf16 = ([first, second]: Uint8Array) => first === 0xff && second === 0xfe;

/** UTF-8, else UTF-16 with its mark, else Windows-1252, in which Excel saves a plain CSV. */
export async function csvTextOf(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isUtf16(bytes)) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
