/** Filters of SCIM (RFC 7644, 3.4.2.2) as SQL. */
import { type SQL, sql } from 'drizzle-orm';
import type { AttrExp, Filter } from 'scim2-parse-filter';
import { parseFilter } from './filter';
import { refused } from './scim-error';
import { keyOf, shownKey } from './store';
import { USER_SCHEMA } from './user';

const FILTER_MAX = 1000;
/** Comparisons in one filter. */
const TERMS_MAX = 20;

type Field = {
  /** `exact`: `caseExact` (RFC 7643, 2.2), an id. `key`: a name by its key. */
  readonly kind: 'text' | 'exact' | 'key' | 'boolean';
  readonly column: SQL;
};

const text = (column: SQL): Field => ({ kind: 'text', column });
const nameOf = (part: string): Field =>
  text(
    sql`coalesce(directory_people.names->>${part}, case when directory_people.names is null then contacts.name end)`,
  );
const email = text(sql`contacts.email`);

const FIELDS = new Map<string, Field>([
  ['id', { kind: 'exact', column: sql`contacts.id::text` }],
  ['externalid', { kind: 'exact', column: sql`directory_people.external_key` }],
  ['username', { kind: 'key', column: shownKey }],
  ['displayname', text(sql`contacts.name`)],
  ['name.formatted', nameOf('formatted')],
  ['name.givenname', nameOf('givenName')],
  ['name.familyname', nameOf('familyName')],
  ['title', text(sql`contacts.company_role`)],
  ['active', { kind: 'boolean', column: sql`(contacts.disabled_at is null)` }],
  ['emails', email],
  ['emails.value', email],
  ['emails.type', text(sql`'work'::text`)],
  ['emails.primary', { kind: 'boolean', column: sql`true` }],
  ['roles', text(sql`contacts.role`)],
  ['roles.value', text(sql`contacts.role`)],
]);

/** @throws ScimError `invalidFilter` */
function fieldOf(path: string): Field {
  const prefix = `${USER_SCHEMA.toLowerCase()}:`;
  const lower = path.toLowerCase();
  const field = FIELDS.get(lower.startsWith(prefix) ? lower.slice(prefix.length) : lower);
  if (!field) throw refused('invalidFilter', 'The filter names an attribute by which users cannot be filtered.');
  return field;
}

const truthOf = (value: unknown): boolean | null => {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.toLowerCase() : '';
  return word === 'true' || word === 'false' ? word === 'true' : null;
};

/** @throws ScimError `invalidFilter` */
function comparisonOf(term: AttrExp, prefix: string): SQL {
  const field = fieldOf(prefix + term.attrPath);
  if (!('compValue' in term)) return sql`${field.column} is not null`;
  const { op, compValue: value } = term;
  if (field.kind === 'boolean') return compareTruth(field.column, op, value);
  if (value === null && op === 'eq') return sql`${field.column} is null`;
  if (value === null && op === 'ne') return sql`${field.column} is not null`;
  if (typeof value !== 'string' || value.includes('\0'))
    throw refused('invalidFilter', 'A text is compared with a text.');
  const left = field.kind === 'text' ? sql`lower(${field.column})` : field.column;
  const right =
    field.kind === 'text' ? sql`lower(${value}::text)` : sql`${field.kind === 'key' ? keyOf(value) : value}::text`;
  return compareTexts(left, op, right);
}

function compareTruth(column: SQL, op: string, value: unknown): SQL {
  const truth = truthOf(value);
  if (truth === null || (op !== 'eq' && op !== 'ne'))
    throw refused('invalidFilter', 'A truth value is compared by eq and ne, with true or false.');
  return op === 'eq' ? sql`${column} = ${truth}` : sql`${column} <> ${truth}`;
}

function compareTexts(left: SQL, op: string, right: SQL): SQL {
  switch (op) {
    case 'eq':
      return sql`${left} = ${right}`;
    case 'ne':
      return sql`${left} is distinct from ${right}`;
    case 'co':
      return sql`strpos(${left}, ${right}) > 0`;
    case 'sw':
      return sql`starts_with(${left}, ${right})`;
    case 'ew':
      return sql`right(${left}, length(${right})) = ${right}`;
    default:
      throw refused('invalidFilter', 'A text is compared by eq, ne, co, sw, ew and pr.');
  }
}

/** @throws ScimError `invalidFilter` */
export function filterOf(words: string): SQL {
  if (words.length > FILTER_MAX) throw refused('invalidFilter', `A filter has at most ${FILTER_MAX} characters.`);
  const tree = parseFilter(words);
  let terms = 0;
  const sqlOf = (node: Filter, prefix: string): SQL => {
    switch (node.op) {
      case 'and':
      case 'or':
        return sql`(${sql.join(
          node.filters.map((one) => sqlOf(one, prefix)),
          node.op === 'and' ? sql` and ` : sql` or `,
        )})`;
      case 'not':
        return sql`not coalesce(${sqlOf(node.filter, prefix)}, false)`;
      case '[]':
        return sqlOf(node.valFilter, `${prefix}${node.attrPath}.`);
      default:
        terms += 1;
        if (terms > TERMS_MAX) throw refused('invalidFilter', `A filter has at most ${TERMS_MAX} comparisons.`);
        return comparisonOf(node, prefix);
    }
  };
  return sqlOf(tree, '');
}
