/**
 * Wire names: entities are declared once, in camelCase, and the names on the wire are derived from that declaration. `UniqueId`,
 * `IsIstantCall`, `CriptedKey` and the like are written in this package only.
 */
import * as z from 'zod/mini';

type Schema = z.core.$ZodType;
type Shape = z.core.$ZodLooseShape;
/** An object schema, with its public `shape`. */
export type ObjectSchema = z.ZodMiniObject<Shape>;
type Names<S extends Shape> = { readonly [K in keyof S]?: string };

const wireNames = new WeakMap<Schema, (key: string) => string>();
const wireForms = new WeakMap<Schema, Schema>();

const pascal = (key: string) => key.charAt(0).toUpperCase() + key.slice(1);

/**
 * Object whose fields travel in PascalCase (`uniqueId` → `UniqueId`), except those in `names`. `z.extend`, `.check` and the like make
 * another schema without wire names, so declare the whole shape.
 */
export function entity<S extends Shape>(shape: S, names: Names<S> = {}) {
  const schema = z.object(shape);
  wireNames.set(schema, (key) => names[key] ?? pascal(key));
  return schema;
}

/** Object whose fields travel as they are written, except those in `names`. */
export function fields<S extends Shape>(shape: S, names: Names<S> = {}) {
  const schema = z.object(shape);
  wireNames.set(schema, (key) => names[key] ?? key);
  return schema;
}

const separate = new WeakSet<Schema>();

/** A list whose items are separate form fields, because they may contain commas. */
export function separately<S extends Schema>(list: S): S {
  separate.add(list);
  return list;
}

const nameOf = (schema: Schema) => wireNames.get(schema) ?? ((key: string) => key);

/** The kinds of schemas that the walk below distinguishes. */
type Kind =
  | { readonly kind: 'object'; readonly shape: Readonly<Record<string, Schema>> }
  | { readonly kind: 'array'; readonly element: Schema }
  | { readonly kind: 'union'; readonly options: readonly Schema[] }
  | { readonly kind: 'optional' | 'nullable'; readonly inner: Schema }
  | { readonly kind: 'plain' };

/** The definition that every schema of zod has in public. */
const defOf = (schema: Schema) => (schema as Schema & { readonly def: z.core.$ZodTypes['_zod']['def'] }).def;

function kindOf(schema: Schema): Kind {
  const def = defOf(schema);
  switch (def.type) {
    case 'object':
      return { kind: 'object', shape: def.shape };
    case 'array':
      return { kind: 'array', element: def.element };
    case 'union':
      return { kind: 'union', options: def.options };
    case 'optional':
    case 'nullable':
      return { kind: def.type, inner: def.innerType };
    case 'default':
      return { kind: 'optional', inner: def.innerType };
    default:
      return { kind: 'plain' };
  }
}

/** The names of an object's fields on the wire. */
export function wireNamesOf(schema: ObjectSchema): readonly string[] {
  return Object.keys(schema.shape).map(nameOf(schema));
}

/** Schema of the data on the wire: the same checks under the wire names. */
export function wireOf(schema: Schema): Schema {
  const known = wireForms.get(schema);
  if (known) return known;
  const form = deriveWire(schema);
  wireForms.set(schema, form);
  return form;
}

function deriveWire(schema: Schema): Schema {
  const kind = kindOf(schema);
  switch (kind.kind) {
    case 'object': {
      const name = nameOf(schema);
      return z.object(Object.fromEntries(Object.entries(kind.shape).map(([key, field]) => [name(key), wireOf(field)])));
    }
    case 'array': {
      // Checks such as a maximum length belong to the array itself, so they are copied.
      const { checks = [] } = defOf(schema);
      return z.array(wireOf(kind.element)).check(...(checks as z.core.$ZodCheck<unknown[]>[]));
    }
    case 'union':
      return z.union(kind.options.map(wireOf));
    case 'nullable':
      return z.nullable(wireOf(kind.inner));
    case 'optional': {
      const def = defOf(schema);
      const inner = wireOf(kind.inner);
      // A default is declared under our own names and applied if nothing arrived under the wire name.
      return def.type === 'default'
        ? z._default(inner, renameOf(kind.inner, 'wire')(def.defaultValue))
        : z.optional(inner);
    }
    case 'plain':
      return schema;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Rename = (value: unknown) => unknown;
type Toward = 'wire' | 'home';

const asItIs: Rename = (value) => value;
const renames = { wire: new WeakMap<Schema, Rename>(), home: new WeakMap<Schema, Rename>() } as const;

/** Renames the fields of valid values, toward the wire or back. Computed once for each schema, because all data pass through it. */
function renameOf(schema: Schema, toward: Toward): Rename {
  const known = renames[toward].get(schema);
  if (known) return known;
  const made = makeRename(schema, toward);
  renames[toward].set(schema, made);
  return made;
}

function makeRename(schema: Schema, toward: Toward): Rename {
  const kind = kindOf(schema);
  switch (kind.kind) {
    case 'object':
      return renameFields(kind.shape, nameOf(schema), toward);
    case 'array': {
      const rename = renameOf(kind.element, toward);
      return rename === asItIs ? asItIs : (value) => (Array.isArray(value) ? value.map(rename) : value);
    }
    case 'union':
      return renameAsOneOf(kind.options, toward);
    case 'optional':
    case 'nullable':
      return renameOf(kind.inner, toward);
    case 'plain':
      return asItIs;
  }
}

function renameFields(shape: Readonly<Record<string, Schema>>, name: (key: string) => string, toward: Toward): Rename {
  const parts = Object.entries(shape).map(([key, field]) => {
    const [from, to] = toward === 'wire' ? [key, name(key)] : [name(key), key];
    return { from, to, rename: renameOf(field, toward) };
  });
  return (value) => {
    if (!isRecord(value)) return value;
    const renamed: Record<string, unknown> = {};
    for (const { from, to, rename } of parts) {
      const part = value[from];
      if (part !== undefined) renamed[to] = rename(part);
    }
    return renamed;
  };
}

/** Literals of a form, which are checked before the whole form. */
function literalsOf(form: Schema): (readonly [key: string, values: readonly unknown[]])[] {
  const kind = kindOf(form);
  if (kind.kind !== 'object') return [];
  return Object.entries(kind.shape).flatMap(([key, field]) => {
    const def = defOf(field);
    return def.type === 'literal' ? [[key, def.values] as const] : [];
  });
}

function renameAsOneOf(options: readonly Schema[], toward: Toward): Rename {
  const forms = options.map((option) => {
    const form = toward === 'wire' ? option : wireOf(option);
    return { form, literals: literalsOf(form), rename: renameOf(option, toward) };
  });
  return (value) => {
    if (value === null || value === undefined) return value;
    const likely = forms.filter(
      ({ literals }) => !isRecord(value) || literals.every(([key, values]) => values.includes(value[key])),
    );
    // Data that arrived were checked before.
    const isChecked = toward === 'home' && likely.length === 1;
    const one = isChecked ? likely[0] : likely.find(({ form }) => z.safeParse(form, value).success);
    // Without renaming, the receiver would silently drop it.
    if (!one) throw new TypeError('The value fits no form of the union');
    return one.rename(value);
  };
}

const splitList = (text: string): string[] => (text === '' ? [] : text.split(',').map((item) => item.trim()));

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Schema of a list that may be absent or null. */
function innermost(schema: Schema): Schema {
  const kind = kindOf(schema);
  return kind.kind === 'optional' || kind.kind === 'nullable' ? innermost(kind.inner) : schema;
}

/** An object as form or query fields. */
export function formFields<S extends ObjectSchema>(schema: S, value: z.output<S>): [name: string, value: unknown][] {
  const { shape } = schema;
  const name = nameOf(schema);
  const apart = new Set(
    Object.entries<Schema>(shape).flatMap(([key, field]) => (separate.has(innermost(field)) ? [name(key)] : [])),
  );
  return Object.entries(encode(schema, value) as Readonly<Record<string, unknown>>).flatMap(
    ([field, given]): [string, unknown][] =>
      apart.has(field) && Array.isArray(given) ? given.map((item) => [field, item]) : [[field, given]],
  );
}

/** Text of a form field: lists joined by commas, objects and lists of objects as JSON. */
export function toFormText(value: unknown): string {
  if (!Array.isArray(value)) return isRecord(value) ? JSON.stringify(value) : String(value);
  return value.some((item) => typeof item === 'object') ? JSON.stringify(value) : value.join(',');
}

function splitterOf(list: Schema, element: Schema): (text: string) => unknown {
  if (separate.has(list)) return (text) => [text];
  return kindOf(element).kind === 'object' ? parseJson : splitList;
}

function readFields(shape: Readonly<Record<string, Schema>>, name: (key: string) => string, value: unknown): unknown {
  const given = typeof value === 'string' ? parseJson(value) : value;
  if (!isRecord(given)) return value;
  return Object.fromEntries(
    Object.entries(shape).map(([key, field]) => [name(key), readText(field, given[name(key)])]),
  );
}

/** Decimals as people and spreadsheets write them: spaces around, any number of decimals, `1E-05`. */
const DECIMAL = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?\s*$/i;
/** The longest number that JavaScript writes, with room for zeros. */
const NUMBER_MAX = 400;
const INTEGER = /^-?\d+(\.\d+)?$/;

/** Form fields are text: numbers, flags, lists (commas; of objects: JSON) and objects (JSON) are parsed if the schema wants them. */
function readText(schema: Schema, value: unknown): unknown {
  const kind = kindOf(schema);
  if (kind.kind === 'optional') return value === '' ? undefined : readText(kind.inner, value);
  if (kind.kind === 'nullable') return value === '' ? null : readText(kind.inner, value);
  if (kind.kind === 'object') return readFields(kind.shape, nameOf(schema), value);
  if (kind.kind === 'array') {
    const items = typeof value === 'string' ? splitterOf(schema, kind.element)(value) : value;
    return Array.isArray(items) ? items.map((item) => readText(kind.element, item)) : items;
  }
  if (typeof value !== 'string') return value;
  const def = defOf(schema);
  const isNumeric =
    def.type === 'number' || (def.type === 'literal' && def.values.some((item) => typeof item === 'number'));
  // Counts and ids have one way of writing.
  const pattern = 'format' in def ? INTEGER : DECIMAL;
  if (isNumeric && value.length <= NUMBER_MAX && pattern.test(value)) return Number(value);
  if (def.type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

/** Encodes a value for the wire. */
export function encode<S extends Schema>(schema: S, value: z.output<S>): unknown {
  return renameOf(schema, 'wire')(value);
}

/** Decoded data under our own names, or issues whose paths are wire names. */
export type Decoded<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly issues: readonly z.core.$ZodIssue[] };

/** Checks data from the wire; unknown fields are dropped. `text`: also parse numbers, flags and lists from form fields. */
export function decode<S extends Schema>(
  schema: S,
  raw: unknown,
  from: 'json' | 'text' = 'json',
): Decoded<z.output<S>> {
  const parsed = z.safeParse(wireOf(schema), from === 'text' ? readText(schema, raw) : raw);
  if (!parsed.success) return { success: false, issues: parsed.error.issues };
  return { success: true, data: renameOf(schema, 'home')(parsed.data) as z.output<S> };
}
