/** `?checkEmail`, `?ping`, …: flags in the query tell calls of one path apart. A flag is there or not; a value is ignored. */
import type { FastifyServerOptions } from 'fastify';
import { contractCalls } from './contract-calls';

type RouterOptions = NonNullable<FastifyServerOptions['routerOptions']>;
type Constraint = NonNullable<RouterOptions['constraints']>[string];
type RouteHandler = NonNullable<ReturnType<ReturnType<Constraint['storage']>['get']>>;

/** By method: what is a flag for one may be a field for another. */
const flagOf = ({ method, flag }: (typeof contractCalls)[number]) => (flag === undefined ? [] : `${method} ${flag}`);
const known = new Set(contractCalls.flatMap(flagOf));
/** Between flags: no name of a flag has one. */
const AND = '&';

/**
 * A constraint of the router: the flags in the query that some call of its method knows, in order. A path takes the first that one of
 * its own calls has; what is a flag elsewhere only means nothing to it.
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
    // What answers GET answers HEAD too.
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    return [...new URLSearchParams(query).keys()].filter((key) => known.has(`${method} ${key}`)).join(AND);
  },
};
