/** Characters with names in HTML 4 (W3C, «Character entity references»), by name without `&` and `;`. */

/** ISO 8859-1, in order from U+00A0. */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil ' +
  'sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave ' +
  'Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute ' +
  'acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml ' +
  'divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

const OTHERS =
  'quot=" amp=& lt=< gt=> apos=\' OElig=Œ oelig=œ Scaron=Š scaron=š Yuml=Ÿ fnof=ƒ circ=ˆ tilde=˜ ndash=– mdash=— lsquo=‘ rsquo=’ sbquo=‚ ' +
  'ldquo=“ rdquo=” bdquo=„ dagger=† Dagger=‡ bull=• hellip=… permil=‰ prime=′ Prime=″ lsaquo=‹ rsaquo=› oline=‾ frasl=⁄ euro=€ image=ℑ ' +
  'weierp=℘ real=ℜ trade=™ alefsym=ℵ larr=← uarr=↑ rarr=→ darr=↓ harr=↔ crarr=↵ lArr=⇐ uArr=⇑ rArr=⇒ dArr=⇓ hArr=⇔ forall=∀ part=∂ exist=∃ ' +
  'empty=∅ nabla=∇ isin=∈ notin=∉ ni=∋ prod=∏ sum=∑ minus=− lowast=∗ radic=√ prop=∝ infin=∞ ang=∠ and=∧ or=∨ cap=∩ cup=∪ int=∫ there4=∴ ' +
  'sim=∼ cong=≅ asymp=≈ ne=≠ equiv=≡ le=≤ ge=≥ sub=⊂ sup=⊃ nsub=⊄ sube=⊆ supe=⊇ oplus=⊕ otimes=⊗ perp=⊥ sdot=⋅ lceil=⌈ rceil=⌉ lfloor=⌊ ' +
  'rfloor=⌋ lang=⟨ rang=⟩ loz=◊ spades=♠ clubs=♣ hearts=♥ diams=♦ Alpha=Α Beta=Β Gamma=Γ Delta=Δ Epsilon=Ε Zeta=Ζ Eta=Η Theta=Θ Iota=Ι ' +
  'Kappa=Κ Lambda=Λ Mu=Μ Nu=Ν Xi=Ξ Omicron=Ο Pi=Π Rho=Ρ Sigma=Σ Tau=Τ Upsilon=Υ Phi=Φ Chi=Χ Psi=Ψ Omega=Ω alpha=α beta=β gamma=γ delta=δ ' +
  'epsilon=ε zeta=ζ eta=η theta=θ iota=ι kappa=κ lambda=λ mu=μ nu=ν xi=ξ omicron=ο pi=π rho=ρ sigmaf=ς sigma=σ tau=τ upsilon=υ phi=φ chi=χ ' +
  'psi=ψ omega=ω thetasym=ϑ upsih=ϒ piv=ϖ';

const named = new Map<string, string>([
  ...LATIN_1.split(' ').map((name, index) => [name, String.fromCodePoint(0xa0 + index)] as const),
  ...OTHERS.split(' ').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const),
  // Spaces of all widths, and invisible characters.
  ...['nbsp', 'ensp', 'emsp', 'thinsp'].map((name) => [name, ' '] as const),
  ...['shy', 'zwnj', 'zwj', 'lrm', 'rlm'].map((name) => [name, ''] as const),
]);

/** Numbers from 128 to 159, which HTML reads as windows-1252. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function characterAt(code: number): string {
  if (code >= 0x80 && code <= 0x9f) return WINDOWS_1252[code - 0x80] ?? ' ';
  const isCharacter = code > 31 && code !== 0xa0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : ' ';
}

/** Decodes entities once; the result is text, whatever it looks like. Names that HTML 4 does not have stay as they are. */
export const withoutEntities = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,8}));/gi,
    (all: string, decimal?: string, hex?: string, name: string = '') => {
      if (decimal !== undefined) return characterAt(Number(decimal));
      if (hex !== undefined) return characterAt(Number.parseInt(hex, 16));
      return named.get(name) ?? named.get(name.toLowerCase()) ?? all;
    },
  );
