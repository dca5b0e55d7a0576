/**
 * `?checkEmail`, `?ping`, …: flags in the query distinguish the calls of one path. A flag is present or not; a value is ignored.
 */
import { wireNamesOf } from '@earth/contracts';
import type { FastifyServerOptions } from 'fastify';
import { contractCalls } from './contract-calls';

type RouterOptions = NonNullable<FastifyServerOptions['routerOptions']>;
type Constraint = NonNullable<RouterOptions['constraints']>[string];
type RouteHandler = NonNullable<ReturnType<ReturnType<Constraint['storage']>['get']>>;

type Call = (typeof contractCalls)[number];

const hasField = ({ query }: Call, name: string) => wireNamesOf(query).includes(name);

/**
 * The flags of a path that a method does not take although it takes calls without one: `DELETE …?ping` must not be the `DELETE`
 * that signs out. A flag of one method may be a field of another.
 */
export function foreignFlags(path: string, method: string): readonly string[] {
  const calls = contractCalls.filter((call) => call.path === path);
  const own = calls.filter((call) => call.method === method);
  if (!own.some(({ flag }) => flag === undefined)) return [];
  const flags = new Set(calls.flatMap(({ flag }) => flag ?? []));
  return [...flags].filter((flag) => !own.some((call) => call.flag === flag || hasField(call, flag)));
}

/** By method and flag. */
const known = new Set(
  contractCalls.flatMap(({ path, method, flag }) => {
    const flags = [...(flag === undefined ? [] : [flag]), ...foreignFlags(path, method)];
    return flags.map((one) => `${method} ${one}`);
  }),
);
/** Separator of flags: no flag's name contains it. */
const AND = '&';

/**
 * Router constraint: the flags in the query that some call of the method knows, in order. A path matches the first one that one of
 * its own calls has; flags of other paths are ignored.
 */
export const flagConstraint: Constraint = {
  name: 'flag',
  storage() {
    const routes = new Map<string, RouteHandler>();
    return {
      get: (flags) => {
        const flag = flags.split(AND).find((one) => routes.has(one));
        return routes.get(flag ?? '') ?? null;
      },
      set: (flag, handler) => {
        routes.set(flag, handler);
      },
      del: (flag) => {
        routes.delete(flag);
      },
      empty: () => routes.clear(),
    };
  },
  deriveConstraint(request) {
    const query = request.url?.split('?', 2)[1] ?? '';
    // HEAD is routed like GET.
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    return [...new URLSearchParams(query).keys()].filter((key) => known.has(`${method} ${key}`)).join(AND);
  },
};
